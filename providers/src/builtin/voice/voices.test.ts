import { expect, test } from 'vitest';
import { voiceFor } from './voices.ts';

test.each([
  ['slt', 'slt'],
  ['rms', 'rms'],
  ['kal', 'kal16'],
  ['Dorothy', 'slt'],
  ['Adam', 'rms'],
  ['George (British)', 'awb'],
  ['scottish male', 'awb'],
  ['a female voice', 'slt'],
  ['', 'slt'],
  ['constructor', voiceFor('constructor').id],
])('the voice named "%s" is spoken by %s', (name, voice) => {
  expect(voiceFor(name).id).toBe(voice);
});

test('names that tell nothing are spread over both voices', () => {
  const ids = new Set(Array.from({ length: 40 }, (_, i) => voiceFor(`voice-${i}x`).id));
  expect([...ids].sort()).toEqual(['rms', 'slt']);
});
