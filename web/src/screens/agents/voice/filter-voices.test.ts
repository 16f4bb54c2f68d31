import type { ListedVoiceProfile } from '@parley/contract/voices';
import { expect, test } from 'vitest';
import { filterOptions, filterVoices, listProviders, noFilters, voiceFacts } from './filter-voices.ts';

const voice = (id: string, given: Partial<ListedVoiceProfile> = {}): ListedVoiceProfile => ({
  id,
  voice_id: `vendor-${id}`,
  voice_type: 'standard',
  standard_voice_type: 'premade',
  voice_name: id.toUpperCase(),
  provider: 'acme',
  provider_name: 'Acme',
  accent: 'British',
  gender: 'female',
  age: 'Young',
  avatar_url: null,
  preview_audio_url: null,
  is_connected: true,
  heard_as: null,
  is_available: true,
  ...given,
});
const voices = [
  voice('ann'),
  voice('bob', { gender: 'male', accent: 'American', age: 'Old' }),
  voice('cleo', { gender: '', accent: '', age: '' }),
  voice('gone', { is_available: false }),
  voice('other', { provider: 'zeta', provider_name: 'Zeta', is_connected: false, accent: 'Irish' }),
];
const ids = (found: readonly ListedVoiceProfile[]) => found.map(({ id }) => id);
const find = (filters: object, chosen = '') =>
  ids(filterVoices(voices, 'acme', { ...noFilters, ...filters }, chosen));

test('[VOICE-1] voices are those of the provider, narrowed by gender, accent and age', () => {
  expect(find({})).toEqual(['ann', 'bob', 'cleo']);
  expect(find({ gender: 'male' })).toEqual(['bob']);
  expect(find({ accent: 'British' })).toEqual(['ann']);
  expect(find({ age: 'Old' })).toEqual(['bob']);
  expect(find({ gender: 'female', age: 'Old' })).toEqual([]);
});

test('[VOICE-1] words are found in the name and in both ids, in any case', () => {
  expect(find({ words: ' AnN ' })).toEqual(['ann']);
  expect(find({ words: 'VENDOR-b' })).toEqual(['bob']);
  expect(find({ words: 'nobody' })).toEqual([]);
});

test('a voice that is gone at its provider is shown only to whom has it', () => {
  expect(find({}, 'gone')).toContain('gone');
  expect(find({}, 'ann')).not.toContain('gone');
});

test('filters offer what the data holds; ages are always the same three', () => {
  expect(filterOptions(voices)).toEqual({
    genders: ['female', 'male'],
    accents: ['American', 'British', 'Irish'],
    ages: ['Young', 'Middle Aged', 'Old'],
  });
  expect(listProviders(voices)).toEqual([
    { id: 'acme', name: 'Acme', isConnected: true },
    { id: 'zeta', name: 'Zeta', isConnected: false },
  ]);
  expect(voiceFacts(voices[2]!)).toBe('');
  expect(voiceFacts(voices[0]!)).toBe('British · Female · Young');
});
