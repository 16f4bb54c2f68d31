import { expect, test } from 'vitest';
import { parseUri } from '../message/uri.ts';
import { TestingScheduler } from '../testing/testing-scheduler.ts';
import type { NameLookups } from './resolve-target.ts';
import { createResolver } from './resolve-target.ts';

function open() {
  const scheduler = new TestingScheduler();
  const asked: string[] = [];
  const services: Record<string, { name: string; port: number; priority: number; weight: number }[]> = {
    '_sip._udp.srv.example': [
      { name: 'second.example', port: 5062, priority: 20, weight: 0 },
      { name: 'first.example', port: 5061, priority: 10, weight: 0 },
    ],
    '_sips._tcp.srv.example': [{ name: 'first.example', port: 5071, priority: 1, weight: 1 }],
    '_sip._tcp.tcponly.example': [{ name: 'first.example', port: 5063, priority: 1, weight: 1 }],
  };
  const addresses: Record<string, string[]> = {
    'first.example': ['192.0.2.1'],
    'second.example': ['192.0.2.2'],
    'plain.example': ['192.0.2.3', '2001:db8::3'],
  };
  const lookups: NameLookups = {
    async listServices(name) {
      asked.push(name);
      const found = services[name];
      if (!found) throw new Error('no such name');
      return found;
    },
    async listAddresses(name) {
      asked.push(name);
      return addresses[name] ?? [];
    },
  };
  const resolver = createResolver(scheduler, lookups);
  const resolve = async (text: string) => {
    const uri = parseUri(text);
    if (!uri) throw new Error('no address');
    return (await resolver.resolve(uri)).map(
      ({ protocol, address, port, serverName }) =>
        `${protocol} ${address} ${port}${serverName === undefined ? '' : ` as ${serverName}`}`,
    );
  };
  return { scheduler, asked, resolve };
}

test.each([
  ['an address', 'sip:192.0.2.9', ['UDP 192.0.2.9 5060']],
  ['an address with port and transport', 'sip:[2001:db8::9]:5080;transport=TCP', ['TCP 2001:db8::9 5080']],
  ['a name with port, without SRV', 'sip:first.example:5999', ['UDP 192.0.2.1 5999']],
  ['a name with SRV, by priority', 'sip:srv.example', ['UDP 192.0.2.1 5061', 'UDP 192.0.2.2 5062']],
  ['a name with SRV, over TLS', 'sip:srv.example;transport=tls', ['TLS 192.0.2.1 5071 as srv.example']],
  ['an address that demands TLS', 'sips:192.0.2.9', ['TLS 192.0.2.9 5061 as 192.0.2.9']],
  ['a name that demands TLS', 'sips:first.example;transport=tcp', ['TLS 192.0.2.1 5061 as first.example']],
  ['a name with SRV for TCP only', 'sip:tcponly.example', ['TCP 192.0.2.1 5063']],
  [
    'a plain name with all its addresses',
    'sip:plain.example',
    ['UDP 192.0.2.3 5060', 'UDP 2001:db8::3 5060'],
  ],
])('%s is found (RFC 3263)', async (_, uri, targets) => {
  expect(await open().resolve(uri)).toEqual(targets);
});

test('what cannot be reached is said so', async () => {
  const { resolve } = open();
  await expect(resolve('sip:nowhere.example')).rejects.toThrow('no address');
  await expect(resolve('sip:first.example;transport=ws')).rejects.toThrow('UDP, TCP and TLS');
  await expect(resolve('sips:first.example;transport=ws')).rejects.toThrow('UDP, TCP and TLS');
  await expect(resolve('tel:+14155550123')).rejects.toThrow('UDP, TCP and TLS');
});

test('an answer is used again for a minute', async () => {
  const { resolve, asked, scheduler } = open();
  await resolve('sip:first.example:5060');
  await resolve('sip:FIRST.example:5060');
  expect(asked).toHaveLength(1);
  scheduler.advance(60_001);
  await resolve('sip:first.example:5060');
  expect(asked).toHaveLength(2);
});
