import type { ListedVoice } from '@parley/providers/voice';
import type { AccountVoiceRow } from './tables.ts';

/** What an account's voice is kept as. */
export type VoiceFacts = Pick<
  AccountVoiceRow,
  'voiceId' | 'name' | 'gender' | 'accent' | 'age' | 'previewUrl'
>;

/** Longest name, id and address that is kept of what a vendor tells, in characters. */
const limits = { name: 100, id: 200, word: 40, url: 1_000 } as const;

/**
 * What changes when an account lists its voices: those that are new or told differently, or are back, and the ids of
 * those that are gone. Nothing a vendor tells is taken at more than its length.
 */
export function planListing(
  known: readonly AccountVoiceRow[],
  listed: readonly ListedVoice[],
  limit: number,
): { changed: VoiceFacts[]; goneIds: string[] } {
  const rows = new Map(known.map((row) => [row.voiceId, row]));
  const told = new Map(
    listed
      .filter(({ id, name }) => id !== '' && id.length <= limits.id && name.trim() !== '')
      .slice(0, limit)
      .map((voice) => [voice.id, toFacts(voice)]),
  );
  return {
    changed: [...told.values()].filter((facts) => {
      const row = rows.get(facts.voiceId);
      return row === undefined || row.isGone || !isSame(row, facts);
    }),
    goneIds: known.filter((row) => !row.isGone && !told.has(row.voiceId)).map((row) => row.id),
  };
}

function toFacts({ id, name, gender, accent = '', age, previewUrl = '' }: ListedVoice): VoiceFacts {
  const isFetchable = previewUrl.startsWith('https://') && previewUrl.length <= limits.url;
  return {
    voiceId: id,
    name: keepText(name, limits.name),
    gender: gender ?? '',
    accent: toTitle(keepText(accent, limits.word)),
    age: age ?? '',
    previewUrl: isFetchable ? previewUrl : '',
  };
}

/** Without characters that no database can keep. */
function keepText(text: string, length: number): string {
  return text.replaceAll('\0', '').trim().slice(0, length).toWellFormed();
}

/** `british-essex` becomes `British Essex`, as the catalogue writes accents. */
function toTitle(accent: string): string {
  return accent
    .split(/[\s_-]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

function isSame(row: AccountVoiceRow, facts: VoiceFacts): boolean {
  return (Object.keys(facts) as (keyof VoiceFacts)[]).every((field) => row[field] === facts[field]);
}
