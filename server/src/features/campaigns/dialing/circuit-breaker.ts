/** A call that ended, newest last. */
export type BreakerCall = { callId: string; endedAtMs: number; isFailure: boolean };

/**
 * closed: calls go · open: none until `untilMs` · probing: one call at a time shows whether it is over. What tripped it
 * stays with it. `trips` counts those without a good call between.
 */
export type Breaker = {
  state: 'closed' | 'open' | 'probing';
  trips: number;
  sinceMs: number;
  untilMs: number;
  calls: readonly string[];
};

export const closedBreaker: Breaker = { state: 'closed', trips: 0, sinceMs: 0, untilMs: 0, calls: [] };

const windowMs = 120_000;
const callsMin = 5;
const failuresShare = 0.5;
/** How long it stays open: a minute, then five. After the third trip staff decide. */
const pausesMs = [60_000, 300_000] as const;
const tripsMax = pausesMs.length + 1;

/**
 * The breaker after the calls that ended lately: half of at least five calls in two minutes failed, and it opens; a good
 * call of a probing one closes it, a bad one opens it for longer. `isGivenUp` asks for staff.
 */
export function moveBreaker(
  breaker: Breaker,
  calls: readonly BreakerCall[],
  nowMs: number,
): { breaker: Breaker; isGivenUp: boolean } {
  const stays = { breaker, isGivenUp: false };
  if (breaker.state === 'open') {
    if (nowMs < breaker.untilMs) return stays;
    return { breaker: { ...breaker, state: 'probing', sinceMs: breaker.untilMs }, isGivenUp: false };
  }
  // Calls from before the last change have been judged, or were placed before it.
  const fresh = calls.filter(({ endedAtMs }) => endedAtMs > breaker.sinceMs && endedAtMs > nowMs - windowMs);
  if (breaker.state === 'probing') {
    const last = fresh.at(-1);
    if (last === undefined) return stays;
    if (!last.isFailure) return { breaker: { ...closedBreaker, sinceMs: nowMs }, isGivenUp: false };
    return trip(breaker, [last], nowMs);
  }
  const failures = fresh.filter(({ isFailure }) => isFailure);
  const isTripped = fresh.length >= callsMin && failures.length >= failuresShare * fresh.length;
  return isTripped ? trip(breaker, failures, nowMs) : stays;
}

/** How many calls the breaker lets be on the line at once. */
export function linesThrough(breaker: Breaker): number {
  return { closed: Number.POSITIVE_INFINITY, open: 0, probing: 1 }[breaker.state];
}

function trip(
  breaker: Breaker,
  failures: readonly BreakerCall[],
  nowMs: number,
): { breaker: Breaker; isGivenUp: boolean } {
  const trips = breaker.trips + 1;
  const pauseMs = pausesMs[Math.min(trips, pausesMs.length) - 1]!;
  const calls = [...breaker.calls, ...failures.map(({ callId }) => callId)].slice(-20);
  return {
    breaker: { state: 'open', trips, sinceMs: nowMs, untilMs: nowMs + pauseMs, calls },
    isGivenUp: trips >= tripsMax,
  };
}
