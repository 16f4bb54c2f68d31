import { frameSamples } from '@parley/engine/audio/frames';
import { createResampler } from '@parley/engine/audio/resample';
import { ProviderError, type ProviderErrorKind } from '@parley/engine/interfaces/provider-error';
import type { TextToSpeech } from '@parley/engine/interfaces/text-to-speech';
import type { Provider, ProviderPart } from '@parley/providers/provider';
import { offersOf } from './vendors.ts';

/** What came of trying one part of a provider. */
export type PartTest = { part: ProviderPart; isWorking: boolean; tookMs: number; message: string };

/** A vendor that needs longer is no use in a call either. */
const defaultLimitMs = 15_000;
const sentence = 'Hello, can you hear me?';
const earRateHz = 16_000;

/**
 * Tries every part that the settings offer as a call would use it: speaks a sentence, listens to one, asks
 * for a word, makes a vector. Costs the account next to nothing. Never rejects: what fails is told.
 */
export async function testConnection(options: {
  provider: Provider;
  settings: Record<string, unknown>;
  /** A synthesiser that works without an account, to give the recogniser something to hear. */
  speaker: TextToSpeech | undefined;
  limitMs?: number;
}): Promise<PartTest[]> {
  const { provider, settings, speaker, limitMs = defaultLimitMs } = options;
  const tests: Record<ProviderPart, (signal: AbortSignal) => Promise<string>> = {
    'speech-to-text': (signal) => testListening(provider, settings, { speaker, signal }),
    'text-to-speech': (signal) => testSpeaking(provider, settings, signal),
    'language-model': (signal) => testThinking(provider, settings, signal),
    embedding: (signal) => testEmbedding(provider, settings, signal),
  };
  return await Promise.all(
    offersOf(provider, settings).map(async (part) => {
      const startedMs = performance.now();
      const signal = AbortSignal.timeout(limitMs);
      const result = await Promise.race([tests[part](signal), whenAborted(signal)]).then(
        (message) => ({ isWorking: true, message }),
        (error: unknown) => ({ isWorking: false, message: describe(error, signal.aborted) }),
      );
      return { part, ...result, tookMs: Math.round(performance.now() - startedMs) };
    }),
  );
}

type Settings = Record<string, unknown>;

async function testSpeaking(provider: Provider, settings: Settings, signal: AbortSignal): Promise<string> {
  const wanted = { vendor: provider.id, id: '', name: 'Dorothy', gender: 'female', accent: 'British' };
  const voice = provider.matchVoice?.(settings, { ...wanted, vendor: '' }).id ?? wanted.name;
  const textToSpeech = provider.openTextToSpeech?.(settings);
  if (!textToSpeech) throw new Error('It does not speak.');
  let samples = 0;
  for await (const chunk of textToSpeech.speak({ text: sentence, voice, language: 'en-US', signal })) {
    samples += chunk.samples.length;
  }
  if (samples === 0) throw new ProviderError('malformed', 'It answered without any sound.');
  return `Spoke for ${(samples / textToSpeech.sampleRateHz).toFixed(1)} s.`;
}

async function testListening(
  provider: Provider,
  settings: Settings,
  { speaker, signal }: { speaker: TextToSpeech | undefined; signal: AbortSignal },
): Promise<string> {
  const speech = speaker ? await sayForEars(speaker, signal) : new Int16Array(earRateHz);
  const recogniser = provider.openSpeechToText?.(settings);
  if (!recogniser) throw new Error('It does not listen.');
  const text = await new Promise<string>((resolve, reject) => {
    const ear = recogniser.open({
      sampleRateHz: earRateHz,
      language: 'en-US',
      onEvent: (event) => {
        if (event.type === 'final') resolve(event.text);
        if (event.type === 'failed') reject(event.error);
        if (event.type !== 'partial') queueMicrotask(() => ear.close());
      },
    });
    signal.addEventListener('abort', () => ear.close(), { once: true });
    ear.startUtterance(1, 0);
    const length = frameSamples(earRateHz);
    for (let at = 0; at < speech.length; at += length) {
      const frame = new Int16Array(length);
      frame.set(speech.subarray(at, at + length));
      ear.write(frame);
    }
    ear.endUtterance(1);
  });
  if (text === '') throw new ProviderError('malformed', 'It answered, but understood no words.');
  return `Understood “${text.slice(0, 100)}”.`;
}

/** The sentence at the rate of calls, with silence around it. */
async function sayForEars(speaker: TextToSpeech, signal: AbortSignal): Promise<Int16Array> {
  const resampler = createResampler(speaker.sampleRateHz, earRateHz);
  const silence = new Int16Array(earRateHz / 2);
  const chunks = [silence];
  for await (const { samples } of speaker.speak({
    text: sentence,
    voice: 'Dorothy',
    language: 'en-US',
    signal,
  })) {
    chunks.push(resampler.process(samples).slice());
  }
  chunks.push(resampler.flush().slice(), silence);
  const joined = new Int16Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

async function testThinking(provider: Provider, settings: Settings, signal: AbortSignal): Promise<string> {
  const parts = provider.openLanguageModel?.(settings).respond({
    messages: [
      { role: 'system', text: 'Answer with the one word: ready' },
      { role: 'customer', text: 'Are you ready?' },
    ],
    tools: [],
    brief: { agentName: 'Test', prompt: '', missingFields: [], knownFields: {} },
    signal,
  });
  if (!parts) throw new Error('It does not think.');
  let text = '';
  for await (const part of parts) if (part.type === 'text') text += part.text;
  if (text.trim() === '') throw new ProviderError('malformed', 'It answered without a word.');
  return `Answered “${text.trim().slice(0, 60)}”.`;
}

async function testEmbedding(provider: Provider, settings: Settings, signal: AbortSignal): Promise<string> {
  const vectors = await provider.openEmbedding?.(settings).embed([sentence], signal);
  return `Made a vector of ${vectors?.[0]?.length ?? 0} numbers.`;
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

const sentences: Readonly<Record<ProviderErrorKind, string>> = {
  authentication: 'The key was not accepted.',
  rate_limited: 'Too many requests at the moment. Try again a little later.',
  timed_out: 'It did not answer in time.',
  unavailable: 'It cannot be reached at the moment.',
  refused: 'It refused the request.',
  malformed: 'Its answer cannot be used.',
};

/** In plain words first, then what the vendor said: its errors never hold the key. */
function describe(error: unknown, isLate: boolean): string {
  if (isLate) return sentences.timed_out;
  if (error instanceof ProviderError) return `${sentences[error.kind]} ${error.message}`;
  return 'It could not be tried.';
}
