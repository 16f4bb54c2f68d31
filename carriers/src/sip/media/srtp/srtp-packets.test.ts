import { describe, expect, test } from 'vitest';
import { writeRtpHeader } from '../rtp-packet.ts';
import { deriveKeys } from './derive-keys.ts';
import { SrtcpReceiver, SrtcpSender } from './srtcp-packets.ts';
import { SrtpReceiver, SrtpSender } from './srtp-packets.ts';

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'));
const hex = (octets: Uint8Array | null | undefined) => octets && Buffer.from(octets).toString('hex');
/** RFC 3711 appendix B.3. */
const master = bytes('e1f97a0d3e018be0d64fa32c06de4139 0ec675ad498afeebb6960b3aabe6');

function packet(sequence: number, source = 0xcafebabe): Uint8Array {
  const out = new Uint8Array(12 + 160).fill(sequence % 251, 12);
  writeRtpHeader(out, { payloadType: 0, hasMarker: false, sequence, timestamp: sequence * 160, source });
  return out;
}

test('keys are derived as in appendix B.3 of RFC 3711', () => {
  const keys = deriveKeys(master, 'rtp');
  expect(hex(keys.cipher)).toBe('c61e7a93744f39ee10734afe3ff7a087');
  expect(hex(keys.salt)).toBe('30cbbc08863d8c85d49db34a9ae1');
  expect(hex(keys.authentication)).toBe('cebe321f6ff7716b6fd4ab49af256a156d38baa4');
  expect(() => deriveKeys(master.subarray(1), 'rtp')).toThrow(RangeError);
});

describe('audio', () => {
  /** The packet that libsrtp proves itself by. */
  const plain = bytes(`800f1234decafbadcafebabe ${'ab'.repeat(16)}`);
  const protectedOne = bytes(
    '800f1234decafbadcafebabe 4e55dc4ce79978d88ca4d215949d2402 b78d6acc99ea179b8dbb',
  );

  test('leaves as others write it, and is read again', () => {
    expect(hex(new SrtpSender(master, 10).protect(plain))).toBe(hex(protectedOne));
    expect(hex(new SrtpReceiver(master, 10).unprotect(protectedOne.slice()))).toBe(hex(plain));
    // Sockets of Node hand over buffers, whose slices are no copies.
    expect(hex(new SrtpReceiver(master, 10).unprotect(Buffer.from(protectedOne)))).toBe(hex(plain));
  });

  test('is left out when it is forged, cut short, under another key, or comes a second time', () => {
    const receiver = new SrtpReceiver(master, 10);
    for (let at = 0; at < protectedOne.length; at += 1) {
      const forged = protectedOne.slice();
      forged[at]! ^= 1;
      expect(receiver.unprotect(forged)).toBeNull();
      expect(receiver.unprotect(protectedOne.slice(0, at))).toBeNull();
    }
    expect(new SrtpReceiver(master.toReversed(), 10).unprotect(protectedOne.slice())).toBeNull();
    expect(receiver.unprotect(protectedOne.slice())).not.toBeNull();
    expect(receiver.unprotect(protectedOne.slice())).toBeNull();
  });

  test('goes on when its numbers begin anew, with packets lost and out of order', () => {
    const [sender, receiver] = [new SrtpSender(master, 4), new SrtpReceiver(master, 4)];
    const isNearTurn = (index: number) => (index + 40) % 65_536 < 80;
    const sent = Array.from({ length: 140_000 }, (_, index) => index)
      .filter((index) => isNearTurn(index) || index % 997 === 0)
      .map((index) => ({ index, out: sender.protect(packet(index % 65_536)) }));
    for (let at = 0; at + 1 < sent.length; at += 2) {
      const [one, next] = [sent[at]!, sent[at + 1]!];
      if (isNearTurn(one.index) && isNearTurn(next.index)) [sent[at], sent[at + 1]] = [next, one];
    }
    const unheard = sent.filter(
      ({ index, out }) => hex(receiver.unprotect(out)) !== hex(packet(index % 65_536)),
    );
    expect(unheard.map(({ index }) => index)).toEqual([]);
  });

  test('of a source that comes in between is heard beside the first', () => {
    const [first, second] = [new SrtpSender(master, 10), new SrtpSender(master, 10)];
    const receiver = new SrtpReceiver(master, 10);
    for (let sequence = 0; sequence < 5; sequence += 1) {
      expect(receiver.unprotect(first.protect(packet(sequence, 1)))).not.toBeNull();
      expect(receiver.unprotect(second.protect(packet(60_000 + sequence, 2)))).not.toBeNull();
    }
  });

  test('under a new key goes on counting, or begins from nothing', () => {
    const next = master.toReversed();
    const count = (sender: SrtpSender) => {
      for (const sequence of [1, 40_000, 65_000, 10]) sender.protect(packet(sequence));
      return sender;
    };
    const before = new SrtpReceiver(master, 10);
    const first = new SrtpSender(master, 10);
    for (const sequence of [1, 40_000, 65_000, 10]) before.unprotect(first.protect(packet(sequence)));
    for (const sender of [count(new SrtpSender(next, 10)), new SrtpSender(next, 10)]) {
      const receiver = new SrtpReceiver(next, 10, before);
      expect(receiver.unprotect(sender.protect(packet(11)))).not.toBeNull();
      expect(receiver.unprotect(sender.protect(packet(12)))).not.toBeNull();
    }
  });

  test('is none with more sources, or a longer extension, than there are octets', () => {
    const receiver = new SrtpReceiver(master, 10);
    expect(receiver.unprotect(bytes(`8f00${'00'.repeat(20)}`))).toBeNull();
    expect(receiver.unprotect(bytes(`9000${'00'.repeat(12)}ffff${'00'.repeat(10)}`))).toBeNull();
  });
});

describe('reports', () => {
  /** The report that libsrtp proves itself by. */
  const plain = bytes(`81c8000bcafebabe ${'ab'.repeat(16)}`);
  const protectedOne = bytes(
    '81c8000bcafebabe 7128035be487b9bdbef89041f977a5a8 80000001 993e08cd54d6c1230798',
  );

  test('leave as others write them, and are read again, once', () => {
    expect(hex(new SrtcpSender(master).protect(plain))).toBe(hex(protectedOne));
    const receiver = new SrtcpReceiver(master);
    expect(hex(receiver.unprotect(protectedOne.slice()))).toBe(hex(plain));
    expect(receiver.unprotect(protectedOne.slice())).toBeNull();
  });

  test('are left out when they are forged or cut short', () => {
    const receiver = new SrtcpReceiver(master);
    for (let at = 0; at < protectedOne.length; at += 1) {
      const forged = protectedOne.slice();
      forged[at]! ^= 0x80;
      expect(receiver.unprotect(forged)).toBeNull();
      expect(receiver.unprotect(protectedOne.slice(0, at))).toBeNull();
    }
  });
});
