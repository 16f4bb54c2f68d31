import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { G722Decoder, G722Encoder } from './g722.ts';
import { integerSignal, signalToNoiseDb, sine, toneDbfs, voiceLike } from './testing-signals.ts';

describe('G.722', () => {
  it('encodes and decodes bit for bit as FFmpeg 5.1 does', () => {
    const samples = integerSignal(32_000);
    const octets = new Uint8Array(16_000);
    const decoded = new Int16Array(32_000);
    expect(new G722Encoder().encode(samples, octets)).toBe(16_000);
    expect(new G722Decoder().decode(octets, decoded)).toBe(32_000);
    // Digests of `ffmpeg -f s16le -ar 16000 -ac 1 -i signal.raw -c:a g722 -f g722 ...`, and of its decoding.
    expect(digest(octets)).toBe('448b1fed907a2fffacbc253458260c2a9a5ebb2851310b80eb7039a9532eccf1');
    expect(digest(new Uint8Array(decoded.buffer))).toBe(
      '17859b8c4a81845041adef51265ef3b0bf48105c5e86514e8bde3981a15e299c',
    );
  });

  it('keeps a voice with more than 20 dB of signal over noise', () => {
    const said = voiceLike(16_000, 2);
    expect(signalToNoiseDb(said, roundTrip(said), 30)).toBeGreaterThan(20);
  });

  it('carries what narrowband cannot: a tone of 6 kHz', () => {
    const heard = roundTrip(sine({ rateHz: 16_000, hz: 6000, seconds: 1, peak: 8000 }));
    expect(toneDbfs(heard, 16_000, 6000)).toBeCloseTo(20 * Math.log10(8000 / 32_768), 0);
  });

  it('stays within 16 bits at full scale and is silent on silence', () => {
    const loud = sine({ rateHz: 16_000, hz: 1000, seconds: 0.5, peak: 32_767 });
    expect(signalToNoiseDb(loud, roundTrip(loud), 30)).toBeGreaterThan(20);
    const silence = roundTrip(new Int16Array(3200));
    expect(Math.max(...silence.map(Math.abs))).toBeLessThan(10);
  });

  it('makes the same of a signal frame by frame as at once', () => {
    const samples = integerSignal(3200);
    const whole = new Uint8Array(1600);
    new G722Encoder().encode(samples, whole);
    const encoder = new G722Encoder();
    const pieces = new Uint8Array(1600);
    for (let i = 0; i < 10; i += 1) {
      encoder.encode(samples.subarray(i * 320, i * 320 + 320), pieces.subarray(i * 160, i * 160 + 160));
    }
    expect(pieces).toEqual(whole);
  });
});

function roundTrip(samples: Int16Array): Int16Array {
  const octets = new Uint8Array(samples.length / 2);
  new G722Encoder().encode(samples, octets);
  const decoded = new Int16Array(samples.length);
  new G722Decoder().decode(octets, decoded);
  return decoded;
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
