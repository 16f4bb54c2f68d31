/** A repeatable source of randomness: the same seed always gives the same numbers. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number;
  between(low: number, high: number): number;
  pick<T>(choices: readonly T[]): T;
  /** Normal distribution of mean 0 and deviation 1, nearly (sum of uniform numbers). */
  gauss(): number;
};

/** Mulberry32 by Tommy Ettinger (public domain). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: (choices) => choices[Math.floor(next() * choices.length)]!,
    gauss: () => (next() + next() + next() + next() - 2) * Math.sqrt(3),
  };
}
