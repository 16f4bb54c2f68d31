import { describe, expect, test } from 'vitest';
import { readRequest, writeRequest } from '../testing/testing-messages.ts';
import type { Flow } from '../transport/flow.ts';
import { markVia, responseFlowOf } from './response-routing.ts';

const flow: Flow = {
  protocol: 'UDP',
  address: '192.0.2.7',
  port: 40_000,
  localAddress: '192.0.2.1',
  localPort: 5070,
};

function withVia(via: string) {
  return readRequest(writeRequest('INVITE', { Via: via }));
}

describe('the way back', () => {
  test('is the port it came from when the sender asks for that (RFC 3581)', () => {
    const request = withVia('SIP/2.0/UDP 10.0.0.1:5060;rport;branch=z9hG4bKa');
    expect(responseFlowOf(request, flow).port).toBe(40_000);
    markVia(request, flow);
    expect(request.headers.find('via')).toBe(
      'SIP/2.0/UDP 10.0.0.1:5060;rport=40000;branch=z9hG4bKa;received=192.0.2.7',
    );
  });

  test('is the port that Via names when the sender does not ask', () => {
    expect(responseFlowOf(withVia('SIP/2.0/UDP 192.0.2.7:5080;branch=z9hG4bKa'), flow).port).toBe(5080);
    expect(responseFlowOf(withVia('SIP/2.0/UDP 192.0.2.7;branch=z9hG4bKa'), flow).port).toBe(5060);
  });

  test('is the port it came from when Via names another address: a translator stands between', () => {
    expect(responseFlowOf(withVia('SIP/2.0/UDP 10.0.0.1:5060;branch=z9hG4bKa'), flow)).toEqual(flow);
  });

  test('over TCP is the connection', () => {
    const tcp: Flow = { ...flow, protocol: 'TCP' };
    expect(responseFlowOf(withVia('SIP/2.0/TCP 192.0.2.7:5080;branch=z9hG4bKa'), tcp)).toBe(tcp);
  });

  test('is not the one that a forged mark names', () => {
    const request = withVia('SIP/2.0/UDP 10.0.0.1;received=203.0.113.9;branch=z9hG4bKa;rport=99');
    markVia(request, flow);
    expect(request.headers.find('via')).toBe(
      'SIP/2.0/UDP 10.0.0.1;branch=z9hG4bKa;rport=40000;received=192.0.2.7',
    );
  });

  test('leaves a Via alone that tells the truth', () => {
    const request = withVia('SIP/2.0/UDP 192.0.2.7:5080;branch=z9hG4bKa');
    markVia(request, flow);
    expect(request.headers.find('via')).toBe('SIP/2.0/UDP 192.0.2.7:5080;branch=z9hG4bKa');
  });
});
