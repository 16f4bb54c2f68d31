import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import type { LanguageRules } from './language-rules.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

/** The rules of a language (BCP 47, such as `de` or `en-GB`), in English where the language has none. */
export function rulesFor(language = 'en'): LanguageRules {
  return byLanguage.get(language.toLowerCase().split('-')[0] ?? '') ?? english;
}

const byLanguage: ReadonlyMap<string, LanguageRules> = new Map([
  ['en', english],
  ['de', german],
  ['es', spanish],
  ['fr', french],
  ['it', italian],
  ['pt', portuguese],
  ['nl', dutch],
]);
