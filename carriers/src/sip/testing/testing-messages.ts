import type { ReceivedRequest, ReceivedResponse, SipRequest } from '../message/message.ts';
import { formatMessage } from '../message/message.ts';
import { parseDatagram } from '../message/parse-message.ts';
import type { ResponseParts } from '../message/response.ts';
import { buildResponse } from '../message/response.ts';

let nextCall = 0;

/** A well-formed request as a phone sends it; `lines` replace or add headers. */
export function writeRequest(method: string, lines: Record<string, string> = {}, body = ''): string {
  const number = ++nextCall;
  const headers: Record<string, string> = {
    Via: `SIP/2.0/UDP 127.0.0.1:5999;branch=z9hG4bKtest${number};rport`,
    'Max-Forwards': '70',
    From: `<sip:+14155550100@127.0.0.1:5999>;tag=from${number}`,
    To: '<sip:+14155550123@127.0.0.1>',
    'Call-ID': `call${number}@test`,
    CSeq: `1 ${method}`,
    Contact: '<sip:phone@127.0.0.1:5999>',
    ...(body === '' ? {} : { 'Content-Type': 'application/sdp' }),
    ...lines,
  };
  const { 'Request-URI': uri = 'sip:+14155550123@127.0.0.1', ...rest } = headers;
  return [
    `${method} ${uri} SIP/2.0`,
    ...Object.entries(rest)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/** Reads what must be a request. */
export function readRequest(text: string): ReceivedRequest {
  const parsed = parseDatagram(Buffer.from(text));
  if (parsed.message?.kind !== 'request') throw new Error(`No request: ${parsed.fault}`);
  return parsed.message;
}

/** A response to a request of ours, as it is received. */
export function answerTo(request: SipRequest, status: number, parts: ResponseParts = {}): ReceivedResponse {
  const text = formatMessage(buildResponse(request, status, { toTag: 'theirs', ...parts }));
  const parsed = parseDatagram(Buffer.from(text));
  if (parsed.message?.kind !== 'response') throw new Error(`No response: ${parsed.fault}`);
  return parsed.message;
}

/** A session description as phones write it. */
export function writeOffer(
  options: {
    address?: string;
    port?: number;
    formats?: string;
    maps?: readonly string[];
    direction?: string;
    more?: readonly string[];
  } = {},
): string {
  const { address = '127.0.0.1', port = 40_100, formats = '0 8 101', direction = 'sendrecv' } = options;
  const maps = options.maps ?? ['101 telephone-event/8000'];
  return [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    `c=IN IP4 ${address}`,
    't=0 0',
    `m=audio ${port} RTP/AVP ${formats}`,
    ...maps.map((map) => `a=rtpmap:${map}`),
    `a=${direction}`,
    ...(options.more ?? []),
    '',
  ].join('\r\n');
}
