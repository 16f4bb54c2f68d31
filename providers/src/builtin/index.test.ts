import { setTimeout as sleep } from 'node:timers/promises';
import { languageModelSuite } from '@parley/engine/testing/language-model-suite';
import { speechToTextSuite } from '@parley/engine/testing/speech-to-text-suite';
import { textToSpeechSuite } from '@parley/engine/testing/text-to-speech-suite';
import { describe, expect, test } from 'vitest';
import { findProvider, providers } from '../index.ts';
import { builtin } from './index.ts';
import { openBuiltinTextToSpeech } from './text-to-speech.ts';
import { FlitePool } from './voice/flite-pool.ts';
import { SpeechCache } from './voice/speech-cache.ts';

const wait = async (ms: number) => {
  await sleep(ms);
};

function openBroken() {
  const pool = new FlitePool({ threads: 1, queueLimit: 1, jobLimitMs: 1_000 });
  void pool.close();
  return openBuiltinTextToSpeech({ pool, cache: new SpeechCache(1_000) });
}

describe('the builtin synthesiser keeps to the interface', () => {
  const open = () => builtin.openTextToSpeech!({});
  for (const check of textToSpeechSuite({ open, openBroken, voice: 'Dorothy', wait }))
    test(check.name, check.run);
});

describe('the builtin recogniser keeps to the interface', () => {
  const speech = {
    samples: new Int16Array(24_000).fill(1_000),
    text: /opening hours/,
    hint: 'your opening hours',
  };
  const open = () => builtin.openSpeechToText!({});
  for (const check of speechToTextSuite({ open, sampleRateHz: 8_000, speech, wait }))
    test(check.name, check.run);
});

describe('the builtin language model keeps to the interface', () => {
  const open = () => builtin.openLanguageModel!({});
  for (const check of languageModelSuite({ open, wait, endingText: 'Goodbye.' })) test(check.name, check.run);
});

test('the builtin provider works without any settings and does not analyse', () => {
  expect(builtin.settings.parse({})).toEqual({});
  expect([builtin.isBuiltin, builtin.canAnalyse]).toEqual([true, false]);
});

test('every provider is found by its id, and an unknown id finds none', () => {
  expect(new Set(providers.map(({ id }) => id)).size).toBe(providers.length);
  for (const each of providers) expect(findProvider(each.id)).toBe(each);
  expect(findProvider('nobody')).toBeUndefined();
});
