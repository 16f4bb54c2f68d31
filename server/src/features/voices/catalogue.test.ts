import { expect, test } from 'vitest';
import { catalogueVoices, defaultVoice, findCatalogueVoice, providerNameOf } from './catalogue.ts';

test('[VOICE-2] the default voice is Dorothy, British, female and young', () => {
  expect(defaultVoice).toMatchObject({
    voice_name: 'Dorothy',
    provider: 'elevenlabs',
    accent: 'British',
    gender: 'female',
    age: 'Young',
  });
});

test('a voice is found by our id and by the id of its vendor', () => {
  expect(findCatalogueVoice(defaultVoice.voice_id)).toBe(defaultVoice);
  expect(findCatalogueVoice(defaultVoice.id)).toBe(defaultVoice);
  expect(findCatalogueVoice('nobody')).toBeUndefined();
});

test('no two voices share an id or a name, and each vendor has a name for people', () => {
  for (const field of ['id', 'voice_id', 'voice_name'] as const)
    expect(new Set(catalogueVoices.map((voice) => voice[field])).size).toBe(catalogueVoices.length);
  const vendors = [...new Set(catalogueVoices.map((voice) => voice.provider))];
  expect(vendors.map((vendor) => [vendor, providerNameOf(vendor)])).toEqual([
    ['elevenlabs', 'ElevenLabs'],
    ['openai', 'OpenAI'],
  ]);
});

test('there is every kind of voice to choose from', () => {
  for (const gender of ['female', 'male'])
    for (const age of ['Young', 'Middle Aged'])
      for (const vendor of ['elevenlabs', 'openai'])
        expect([
          vendor,
          catalogueVoices.filter(
            (voice) => voice.provider === vendor && voice.gender === gender && voice.age === age,
          ).length,
        ]).toEqual([vendor, expect.toSatisfy((count: number) => count > 0)]);
});
