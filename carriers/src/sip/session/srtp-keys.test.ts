import { expect, test } from 'vitest';
import { writeOffer } from '../testing/testing-messages.ts';
import { readSession } from './read-session.ts';
import { readKeys, writeKey } from './srtp-keys.ts';
import { writeSession } from './write-session.ts';

const key = 'WVNfX19zZW1jdGwgKCkgewkyMjA7fQp9CnVubGVz';
const [strong, short] = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'];
const encrypted = (lines: readonly string[]) =>
  writeOffer({ more: lines.map((line) => `a=crypto:${line}`) }).replace('RTP/AVP', 'RTP/SAVP');

test('the example of RFC 4568 section 4 is read', () => {
  const lines = [`1 ${strong} inline:${key}|2^20|1:32`, `2 ${short} inline:${key}|2^31`];
  // The first has an identifier in each packet, which we do not speak.
  expect(readSession(encrypted(lines))?.keys).toEqual([{ tag: 2, suite: short, key }]);
});

test.each([
  ['another suite', { suite: 'F8_128_HMAC_SHA1_80' }],
  ['a key of another length', { config: `inline:${key}AA==` }],
  ['a key with an identifier', { config: `inline:${key}|1:4` }],
  ['a key that is used up in a quarter of an hour', { config: `inline:${key}|2^15` }],
  ['a key that is used up soon', { config: `inline:${key}|1000` }],
  ['packets that are not encrypted', { sessionConfig: 'UNENCRYPTED_SRTP' }],
  ['another place for the key', { config: 'uri:https://keys.example.com' }],
  ['no number', { id: 'x' }],
])('a line with %s is left out', (_, change) => {
  const line = { id: 1, suite: strong!, config: `inline:${key}`, ...change };
  expect(readKeys([line, { id: 7, suite: short!, config: `inline:${key}|2^48` }])).toEqual([
    { tag: 7, suite: short, key },
  ]);
});

test('of a plain and an encrypted stream the wanted one is read; the encrypted one where it is ours to choose', () => {
  const both = `${writeOffer()}m=audio 40200 RTP/SAVP 0\r\na=crypto:1 ${strong} inline:${key}\r\n`;
  expect(readSession(both, 'plain')).toMatchObject({ port: 40_100, audioIndex: 0, keys: undefined });
  expect(readSession(both, 'encrypted')).toMatchObject({ port: 40_200, audioIndex: 1 });
  expect(readSession(both)?.port).toBe(40_200);
  expect(readSession(writeOffer(), 'encrypted')).toBeUndefined();
  expect(readSession(encrypted([`1 ${strong} inline:${key}`]), 'plain')).toBeUndefined();
});

test('an encrypted stream is written so that it reads the same', () => {
  const keys = [{ tag: 3, suite: 'AES_CM_128_HMAC_SHA1_80' as const, key }];
  const text = writeSession({
    ...{ origin: { id: 1, version: 1 }, address: '127.0.0.1', port: 40_000, rtcpPort: 40_001 },
    ...{ codecs: [{ name: 'PCMU', payloadType: 0 }], telephoneEventPayloadType: null, direction: 'sendrecv' },
    keys,
  });
  expect(text).toContain('m=audio 40000 RTP/SAVP 0\r\n');
  expect(text).toContain(`${writeKey(keys[0]!)}\r\n`);
  expect(readSession(text)?.keys).toEqual(keys);
});
