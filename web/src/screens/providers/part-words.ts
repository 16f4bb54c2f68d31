import type { Connection, PartTest } from '@parley/contract/connections';

type Part = PartTest['part'];

/** What a part of a provider does, in the words of staff. */
export const partWords: Readonly<Record<Part, { does: string; label: string; about: string }>> = {
  'speech-to-text': {
    does: 'hears',
    label: 'Hearing',
    about: 'Turns what callers say into words',
  },
  'language-model': {
    does: 'thinks',
    label: 'Thinking',
    about: 'Decides what agents say, and sums up calls',
  },
  'text-to-speech': {
    does: 'speaks',
    label: 'Speaking',
    about: 'Speaks for every agent whose own voice is not connected',
  },
  embedding: {
    does: 'finds knowledge by meaning',
    label: 'Finding knowledge',
    about: 'Finds what fits a question by meaning, not only by words',
  },
};

/** The order in which parts are told. */
export const partOrder = Object.keys(partWords) as Part[];

/** What a vendor or a connection offers, as a sentence: "Hears and speaks". */
export function describeParts(offers: readonly string[]): string {
  const words = partOrder.filter((part) => offers.includes(part)).map((part) => partWords[part].does);
  const last = words.pop();
  const text = words.length > 0 ? `${words.join(', ')} and ${last}` : (last ?? 'nothing yet');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Where a connection comes from, for those that cannot be changed here. */
export const sourceWords: Readonly<Record<Connection['source'], string>> = {
  workspace: 'Connected',
  environment: 'Set by the operator',
  found: 'Found on this machine',
  included: 'Included',
};
