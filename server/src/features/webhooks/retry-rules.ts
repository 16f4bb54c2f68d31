const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000];

/**
 * Pauses between tries, as Standard Webhooks recommends
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md): ten tries in three days.
 */
const pausesMs: readonly number[] = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

/** Tries of one delivery, the first included. */
export const triesPerDelivery = pausesMs.length + 1;

/** A webhook to which nothing got through for this long is switched off. */
const failingLimitMs = 72 * hourMs;

/**
 * The pause after so many failed tries, in ms; undefined after the last. Up to a fifth shorter or longer, so that a
 * receiver that comes back is not met by everything at once. `random` is from 0 to 1.
 */
export function findPauseMs(failedTries: number, random: number): number | undefined {
  const pauseMs = pausesMs[failedTries - 1];
  return pauseMs === undefined ? undefined : Math.round(pauseMs * (0.8 + 0.4 * random));
}

/** Whether a webhook that failed again has failed for too long. */
export function hasFailedTooLong(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && now.getTime() - failingSince.getTime() >= failingLimitMs;
}

/** How many deliveries are on their way to one webhook at once: one that fails or does not answer holds up no other. */
export function concurrencyOf({ failingSince }: { failingSince: Date | null }): number {
  return failingSince === null ? 4 : 1;
}
