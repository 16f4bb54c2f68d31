import { setTimeout as sleep } from 'node:timers/promises';
import { createResampler } from '@parley/engine/audio/resample';
import type { TranscriptEvent } from '@parley/engine/interfaces/speech-to-text';
import { describe, expect, test } from 'vitest';
import { openBuiltinLanguageModel } from '../builtin/language-model.ts';
import { openBuiltinTextToSpeech } from '../builtin/text-to-speech.ts';
import { command } from './index.ts';
import { CommandSettings } from './settings.ts';

/** Sentences customers say, with what must be understood of each. */
const sentences: readonly [said: string, understood: RegExp][] = [
  ['what are your opening hours', /open|hours/],
  ['when do you close today', /close/],
  ['where are you located', /where|located/],
  ['do you have parking', /parking/],
  ['can i speak to a person', /person/],
  ['what is your phone number', /phone number/],
  ['do you accept credit cards', /credit cards/],
  ['tell me about your prices', /prices/],
  ['one two three four', /two three/],
  ['five six seven eight nine', /seven eight/],
];

async function hear(samples: Int16Array, sampleRateHz: 8000 | 16000): Promise<string> {
  const found = await command.discover?.({ PATH: process.env['PATH'] });
  const recogniser = command.openSpeechToText!(
    CommandSettings.parse({ ...found!.settings, timeLimitMs: 60_000 }),
  );
  const events: TranscriptEvent[] = [];
  const ear = recogniser.open({ sampleRateHz, language: 'en-US', onEvent: (event) => events.push(event) });
  ear.startUtterance(1, 0);
  for (let at = 0; at < samples.length; at += sampleRateHz / 50) {
    ear.write(samples.subarray(at, at + sampleRateHz / 50));
  }
  ear.endUtterance(1);
  while (events.length === 0) await sleep(20);
  ear.close();
  const event = events[0]!;
  if (event.type === 'failed') throw event.error;
  return event.text;
}

async function speak(text: string): Promise<Int16Array> {
  const chunks: number[] = [];
  const signal = new AbortController().signal;
  for await (const { samples } of openBuiltinTextToSpeech().speak({
    text,
    voice: 'slt',
    language: 'en',
    signal,
  })) {
    chunks.push(...samples);
  }
  return Int16Array.from(chunks);
}

async function answer(said: string): Promise<{ text: string; isEnding: boolean }> {
  const prompt = 'You are the receptionist of Acme Dental. We are open from 9 am to 5 pm. Parking is free.';
  const brief = { agentName: 'Mia', prompt, missingFields: [], knownFields: {} };
  const tools = [{ name: 'end_call', description: '', parameters: {} }];
  const messages = [{ role: 'customer' as const, text: said }];
  let text = '';
  let isEnding = false;
  const signal = new AbortController().signal;
  for await (const part of openBuiltinLanguageModel().respond({ messages, tools, brief, signal })) {
    if (part.type === 'text') text += part.text;
    if (part.type === 'tool-call') isEnding = true;
  }
  return { text, isEnding };
}

describe('pocketsphinx hears the builtin voice', () => {
  test('in wideband it understands at least nine sentences of ten', { timeout: 180_000 }, async () => {
    const heard = await Promise.all(sentences.map(async ([said]) => hear(await speak(said), 16_000)));
    const understood = heard.filter((text, i) => sentences[i]![1].test(text));
    expect(understood.length, heard.join(' | ')).toBeGreaterThanOrEqual(sentences.length - 1);
  });

  test('a question is answered and a goodbye ends the call, by voice alone', {
    timeout: 120_000,
  }, async () => {
    const asked = await answer(await hear(await speak('what are your opening hours'), 16_000));
    expect(asked.text).toContain('9 am to 5 pm');
    const ended = await answer(await hear(await speak('goodbye'), 16_000));
    expect(ended.isEnding).toBe(true);
  });

  test('narrowband is brought to the rate it knows', { timeout: 120_000 }, async () => {
    const resampler = createResampler(16_000, 8_000);
    const text = await hear(resampler.process(await speak('do you have parking')), 8_000);
    expect(text.split(' ').length).toBeGreaterThan(1);
  });
});
