const dayMs = 86_400_000;

/** SIGNUP-9: how long a trial lasts, in days. */
export const trialDays = 14;

export type Trial = { isOver: boolean; daysLeft: number; usedPercent: number };

/** Where a trial stands: a day that has begun still counts as left. */
export function trialAt(endsAt: string, nowMs: number): Trial {
  const leftMs = Date.parse(endsAt) - nowMs;
  const daysLeft = Math.max(0, Math.ceil(leftMs / dayMs));
  const usedPercent = Math.min(100, Math.max(0, 100 - (leftMs / (trialDays * dayMs)) * 100));
  return { isOver: leftMs <= 0, daysLeft, usedPercent };
}
