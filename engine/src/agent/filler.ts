import { sentencesFor } from '../interfaces/spoken-sentences.ts';

/** Said when an answer takes longer than this. */
export const fillerAfterMs = 2500;

/** "One moment, please." in the language of the call (BCP 47), in English where none is known. */
export function fillerFor(language: string): string {
  return sentencesFor(language).oneMoment;
}
