import { expect, test } from 'vitest';
import { defaultVoice, findVoice, voices } from './voices.ts';

test('the default voice is Dorothy, British, female and young', () => {
  expect(defaultVoice).toMatchObject({
    voice_name: 'Dorothy',
    accent: 'British',
    gender: 'female',
    age: 'Young',
  });
});

test('a voice is found by our id and by the id of its vendor', () => {
  expect(findVoice(defaultVoice.voice_id)).toBe(defaultVoice);
  expect(findVoice(defaultVoice.id)).toBe(defaultVoice);
  expect(findVoice('nobody')).toBeUndefined();
});

test('no two voices share an id or a name', () => {
  for (const field of ['id', 'voice_id', 'voice_name'] as const)
    expect(new Set(voices.map((voice) => voice[field])).size).toBe(voices.length);
});
