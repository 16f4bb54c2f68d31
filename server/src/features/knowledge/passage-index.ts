import type { PassageWord } from './parse-words.ts';

/** How often the words of a question stand in one or several indexes: rare words say more. */
export type WordFigures = { passages: number; length: number; withWord: readonly number[] };

/** How soon more of the same word adds nothing, and how much a long passage loses (Robertson and Zaragoza, 2009, section 3.4). */
const saturation = 1.2;
const lengthLoss = 0.75;

/**
 * The words of a knowledge base's passages, in memory: which passages hold a word and how often. Passages are numbered in
 * the order they were added. About 6 bytes for each word of each passage, and 120 for each different word.
 */
export class PassageIndex {
  readonly #words: ReadonlyMap<string, number>;
  /** Places of the first posting of each word; one more than there are words. */
  readonly #starts: Uint32Array;
  readonly #passages: Uint32Array;
  readonly #weights: Uint8Array;
  readonly #lengths: Uint16Array;
  readonly #ids: readonly string[];
  readonly #length: number;

  constructor(parts: {
    words: ReadonlyMap<string, number>;
    starts: Uint32Array;
    passages: Uint32Array;
    weights: Uint8Array;
    lengths: Uint16Array;
    ids: readonly string[];
  }) {
    this.#words = parts.words;
    this.#starts = parts.starts;
    this.#passages = parts.passages;
    this.#weights = parts.weights;
    this.#lengths = parts.lengths;
    this.#ids = parts.ids;
    this.#length = parts.lengths.reduce((sum, length) => sum + length, 0);
  }

  get bytes(): number {
    return this.#passages.length * 5 + this.#words.size * 120 + this.#ids.length * 60;
  }

  countWords(words: readonly string[]): WordFigures {
    const withWord = words.map((word) => {
      const at = this.#words.get(word);
      return at === undefined ? 0 : this.#starts[at + 1]! - this.#starts[at]!;
    });
    return { passages: this.#ids.length, length: this.#length, withWord };
  }

  /**
   * The passages that fit the words best (BM25), with a score of 0 to 1: 1 would hold all of them many times.
   * `figures` are those of all indexes that are asked together.
   */
  rank(words: readonly string[], figures: WordFigures, limit: number): { id: string; score: number }[] {
    const scores = new Float64Array(this.#ids.length);
    const usualLength = figures.length / Math.max(1, figures.passages);
    let best = 0;
    for (const [at, word] of words.entries()) {
      const number = this.#words.get(word);
      const rarity = rarityOf(figures, at);
      best += rarity * (saturation + 1);
      if (number === undefined) continue;
      for (let place = this.#starts[number]!; place < this.#starts[number + 1]!; place += 1) {
        const passage = this.#passages[place]!;
        const weight = this.#weights[place]!;
        const length = 1 - lengthLoss + (lengthLoss * this.#lengths[passage]!) / usualLength;
        scores[passage]! += (rarity * weight * (saturation + 1)) / (weight + saturation * length);
      }
    }
    return takeBest(scores, limit).map((passage) => ({
      id: this.#ids[passage]!,
      score: Math.min(1, scores[passage]! / best),
    }));
  }
}

/** Of words that stand in no passage too: what a question asks beyond what is known makes every passage fit it less. */
function rarityOf({ passages, withWord }: WordFigures, at: number): number {
  return Math.log(1 + (passages - withWord[at]! + 0.5) / (withWord[at]! + 0.5));
}

/** Numbers of the best passages, best first; of equals, the one that stands earlier. */
function takeBest(scores: Float64Array, limit: number): number[] {
  const best: number[] = [];
  for (let passage = 0; passage < scores.length; passage += 1) {
    const score = scores[passage]!;
    if (score <= 0 || (best.length === limit && score <= scores[best.at(-1)!]!)) continue;
    let at = best.length;
    while (at > 0 && scores[best[at - 1]!]! < score) at -= 1;
    best.splice(at, 0, passage);
    if (best.length > limit) best.pop();
  }
  return best;
}

/** Takes passages one after the other and makes their index. */
export class PassageIndexBuilder {
  readonly #words = new Map<string, number>();
  readonly #ids: string[] = [];
  readonly #lengths: number[] = [];
  /** Word, passage and weight of each posting, one after the other. */
  readonly #postings: number[] = [];

  /** How large the index has become, in words of passages. */
  get postings(): number {
    return this.#postings.length / 3;
  }

  add(id: string, words: readonly PassageWord[]): void {
    const passage = this.#ids.push(id) - 1;
    let length = 0;
    for (const { word, weight } of words) {
      let number = this.#words.get(word);
      if (number === undefined) {
        number = this.#words.size;
        this.#words.set(word, number);
      }
      this.#postings.push(number, passage, Math.min(255, weight));
      length += weight;
    }
    this.#lengths.push(Math.min(65_535, length));
  }

  build(): PassageIndex {
    const postings = this.#postings;
    const starts = new Uint32Array(this.#words.size + 1);
    for (let at = 0; at < postings.length; at += 3) starts[postings[at]! + 1]! += 1;
    for (let word = 0; word < this.#words.size; word += 1) starts[word + 1]! += starts[word]!;
    const next = starts.slice();
    const passages = new Uint32Array(postings.length / 3);
    const weights = new Uint8Array(postings.length / 3);
    for (let at = 0; at < postings.length; at += 3) {
      const place = next[postings[at]!]!++;
      passages[place] = postings[at + 1]!;
      weights[place] = postings[at + 2]!;
    }
    const lengths = Uint16Array.from(this.#lengths);
    return new PassageIndex({ words: this.#words, starts, passages, weights, lengths, ids: this.#ids });
  }
}
