import { afterAll, describe, expect, test } from 'vitest';
import { openBuiltinTextToSpeech } from './text-to-speech.ts';
import { FlitePool } from './voice/flite-pool.ts';
import { SpeechCache } from './voice/speech-cache.ts';

const pool = new FlitePool({ threads: 1, queueLimit: 8, jobLimitMs: 10_000 });
afterAll(() => pool.close());
const synthesiser = openBuiltinTextToSpeech({ pool, cache: new SpeechCache(1024 * 1024) });

async function speak(text: string, voice = 'slt', signal = new AbortController().signal) {
  const chunks = [];
  for await (const chunk of synthesiser.speak({ text, voice, language: 'en-US', signal })) chunks.push(chunk);
  const samples = chunks.flatMap((chunk) => [...chunk.samples]);
  const words = chunks.flatMap((chunk) => chunk.words ?? []);
  return { chunks, samples, words, durationMs: samples.length / 16 };
}

const levelDb = (samples: readonly number[]) =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 1) / samples.length / 32768 ** 2);

describe('the builtin synthesiser', () => {
  test('speaks a sentence at a usual pace, at telephone level, with hardly any silence around it', async () => {
    const { samples, durationMs } = await speak('Hello, this is the opening hours line.');
    expect(durationMs).toBeGreaterThan(1_800);
    expect(durationMs).toBeLessThan(3_500);
    expect(levelDb(samples)).toBeGreaterThan(-24);
    expect(levelDb(samples)).toBeLessThan(-16);
    const loud = (at: number) => levelDb(samples.slice(at * 16, at * 16 + 320)) > -45;
    const firstLoudMs = Array.from({ length: 20 }, (_, i) => i * 20).find(loud);
    expect(firstLoudMs).toBeLessThan(140);
  });

  test.each(['slt', 'rms', 'awb', 'kal16'])('voice %s keeps the level of the others', async (voice) => {
    const { samples } = await speak('The quick brown fox jumps over the lazy dog.', voice);
    expect(Math.abs(levelDb(samples) + 20)).toBeLessThan(3);
  });

  test('tells when each word is spoken, in the words as written', async () => {
    const { words, durationMs } = await speak('Our number is (415) 555-0100, Dr. Smith!');
    expect(words.map((word) => word.text).join(' ')).toBe('Our number is (415) 555-0100, Dr. Smith!');
    for (const [i, word] of words.entries()) {
      expect(word.startMs).toBeGreaterThanOrEqual(i === 0 ? 0 : words[i - 1]!.endMs - 1);
      expect(word.endMs).toBeLessThanOrEqual(durationMs + 1);
    }
  });

  test('gives a long sentence in several chunks, with word times that run through', async () => {
    const text =
      'Our office is open from nine to five, Monday to Friday, and on Saturdays from 10 to 2, so come by at any time.';
    const { chunks, words, durationMs } = await speak(text);
    expect(chunks.length).toBeGreaterThan(1);
    expect(words.map((word) => word.text).join(' ')).toBe(text);
    expect(words.at(-1)!.endMs).toBeGreaterThan(durationMs - 400);
  });

  test('ends without sound for a text of marks alone', async () => {
    expect((await speak('... 🙂')).chunks).toEqual([]);
  });

  test('refuses a language it cannot speak', async () => {
    await expect(speak('你好')).rejects.toMatchObject({ name: 'ProviderError', kind: 'refused' });
  });

  test('says the same sentence again from memory, unharmed by who took it first', async () => {
    const ownPool = new FlitePool({ threads: 1, queueLimit: 8, jobLimitMs: 10_000 });
    const own = openBuiltinTextToSpeech({ pool: ownPool, cache: new SpeechCache(1024 * 1024) });
    const request = {
      text: 'Thank you.',
      voice: 'slt',
      language: 'en-US',
      signal: new AbortController().signal,
    };
    for await (const chunk of own.speak(request)) chunk.samples.fill(0);
    await ownPool.close();
    const again = [];
    for await (const chunk of own.speak(request)) again.push(...chunk.samples);
    expect(levelDb(again)).toBeGreaterThan(-30);
  });

  test('ends soon when aborted before and while it speaks', async () => {
    await expect(speak('Hello.', 'slt', AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    const stop = new AbortController();
    const spoken = speak('This sentence is never heard by anyone at all.', 'slt', stop.signal);
    stop.abort();
    await expect(spoken).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('text that looks like an option of the program is only spoken', async () => {
    expect((await speak('--help')).durationMs).toBeLessThan(1_500);
  });
});
