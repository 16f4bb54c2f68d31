/** Runs work later; returns what prevents it. */
export type Schedule = (work: () => void, delayMs: number) => () => void;
