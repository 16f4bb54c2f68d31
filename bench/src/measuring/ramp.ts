export type Tried<Figures> = { calls: number; figures: Figures; isHeld: boolean };

export type RampOptions<Figures> = {
  /** How many to try, rising. */
  steps: readonly number[];
  /** Tries of a step that was not held: a machine that is shared may have spoilt it. */
  tries: number;
  measure: (calls: number) => Promise<Figures>;
  isHeld: (figures: Figures) => boolean;
  /** The better of two tries of one step. */
  isBetter: (one: Figures, other: Figures) => boolean;
};

/** Raises the number of calls until they are not held, and returns the best try of each step. */
export async function ramp<Figures>(options: RampOptions<Figures>): Promise<Tried<Figures>[]> {
  const { steps, tries, measure, isHeld, isBetter } = options;
  const tried: Tried<Figures>[] = [];
  for (const calls of steps) {
    let best = await measure(calls);
    for (let i = 1; i < tries && !isHeld(best); i += 1) {
      const figures = await measure(calls);
      if (isHeld(figures) || isBetter(figures, best)) best = figures;
    }
    tried.push({ calls, figures: best, isHeld: isHeld(best) });
    if (!isHeld(best)) break;
  }
  return tried;
}

/** The highest number held; 0 when none was. */
export function highestHeld(tried: readonly Tried<unknown>[]): number {
  return Math.max(0, ...tried.filter(({ isHeld }) => isHeld).map(({ calls }) => calls));
}
