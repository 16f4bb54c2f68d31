/** A passage with how well it fits, 0 to 1, and what it was found by. */
export type Ranked = { id: string; score: number; foundBy: ('words' | 'meaning')[] };

type Rank = readonly { id: string; score: number }[];

/** How little the difference between the first places counts (Cormack, Clarke and Büttcher, SIGIR 2009: 60). */
const softness = 60;

/**
 * Merges what was found by words and what was found by meaning, best first, by the places passages took: scores of
 * different searches cannot be compared. What only one search brought keeps its own order and score.
 */
export function mergeRanks(words: Rank, meaning: Rank): Ranked[] {
  if (meaning.length === 0) return words.map((each) => ({ ...each, foundBy: ['words'] }));
  const merged = new Map<string, Ranked>();
  const add = (rank: Rank, by: 'words' | 'meaning') => {
    for (const [place, { id }] of rank.entries()) {
      const known = merged.get(id) ?? { id, score: 0, foundBy: [] };
      // Of both first places, 1.
      const score = known.score + (softness + 1) / (softness + 1 + place) / 2;
      merged.set(id, { id, score, foundBy: [...known.foundBy, by] });
    }
  };
  add(words, 'words');
  add(meaning, 'meaning');
  return [...merged.values()].sort((one, other) => other.score - one.score);
}
