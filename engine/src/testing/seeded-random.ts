/** Random choices that a seed repeats exactly. */
export type SeededRandom = {
  /** From 0 up to but not 1. */
  next(): number;
  /** An integer of this range, both ends included. */
  integer(from: number, to: number): number;
  /** True this often, 0 to 1. */
  chance(share: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
};

/** Starts a sequence (mulberry32, Tommy Ettinger, public domain). */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    integer,
    chance: (share) => next() < share,
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
  };
}
