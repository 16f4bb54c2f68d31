import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Authenticator } from './authenticate.ts';
import { KeyStream } from './key-stream.ts';

/** AES-128 in counter mode as the library has it, by the formula of RFC 3711 section 4.1.1. */
function expected(
  cipher: Uint8Array,
  salt: Uint8Array,
  packet: { source: number; index: bigint; octets: Uint8Array },
) {
  const number = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  const start = (number(salt) << 16n) ^ (BigInt(packet.source) << 64n) ^ (packet.index << 16n);
  const iv = Buffer.from(start.toString(16).padStart(32, '0'), 'hex');
  return createCipheriv('aes-128-ctr', cipher, iv).update(packet.octets).toString('hex');
}

test('a row of packets is as each by itself: onward, back, over the turn of the numbers, of other sources and lengths', () => {
  const [cipher, salt] = [randomBytes(16), randomBytes(14)];
  const stream = new KeyStream({ cipher, salt });
  const packets = [
    ...Array.from({ length: 70 }, (_, step) => ({ source: 0xcafebabe, index: 65_500 + step, length: 160 })),
    { source: 0xcafebabe, index: 65_510, length: 4 },
    { source: 1, index: 65_511, length: 160 },
    { source: 0xcafebabe, index: 2 ** 47 + 3, length: 161 },
    { source: 0xffffffff, index: 2 ** 48 - 1, length: 1400 },
    { source: 0xffffffff, index: 0, length: 0 },
  ];
  for (const { source, index, length } of packets) {
    const octets = randomBytes(length);
    const wanted = expected(cipher, salt, { source, index: BigInt(index), octets });
    stream.apply(octets, source, index);
    expect(octets.toString('hex'), `${index} of ${length} octets`).toBe(wanted);
  }
});

test.each([0, 1, 55, 64, 172, 2048])('the proof over %i octets is the library’s', (length) => {
  const key = randomBytes(20);
  const bytes = randomBytes(length);
  const authenticator = new Authenticator(key);
  for (const tail of [undefined, 0, 1, 0xfffffffe]) {
    const hmac = createHmac('sha1', key).update(bytes);
    if (tail !== undefined) {
      const octets = Buffer.alloc(4);
      octets.writeUInt32BE(tail);
      hmac.update(octets);
    }
    expect(Buffer.from(authenticator.over(bytes, length, tail))).toEqual(hmac.digest());
  }
});
