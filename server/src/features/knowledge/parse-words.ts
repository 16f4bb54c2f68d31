/** A word of a passage as the database has cut it to its stem, and how often it stands there, titles counted more. */
export type PassageWord = { word: string; weight: number };

/** A word of the title counts as much as so many of the text. */
const titleWeight = 3;

/**
 * Reads a tsvector as PostgreSQL writes it: `'price':1A,4 'haircut':2`. Quotes and backslashes of a word are doubled
 * (https://www.postgresql.org/docs/current/datatype-textsearch.html).
 */
export function parseWords(vector: string): PassageWord[] {
  const words: PassageWord[] = [];
  for (const [, quoted, places] of vector.matchAll(/'((?:[^']|'')*)'(?::([\d,A-D]+))?/g)) {
    const word = /['\\]/.test(quoted!) ? quoted!.replaceAll("''", "'").replaceAll('\\\\', '\\') : quoted!;
    let weight = 0;
    for (const place of (places ?? '1').split(',')) weight += place.endsWith('A') ? titleWeight : 1;
    words.push({ word, weight });
  }
  return words;
}
