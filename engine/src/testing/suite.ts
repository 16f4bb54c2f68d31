/**
 * A check of a conformance suite. It runs under any test runner:
 * `for (const { name, run } of checks) test(name, run)`.
 */
export type ConformanceCheck = { name: string; run: () => Promise<void> };

/** Fails a check. */
export function expectThat(isTrue: boolean, expectation: string): void {
  if (!isTrue) throw new Error(`Expected: ${expectation}`);
}

/** Waits until something holds, looking every 20 ms; false when it never did. */
export async function waitUntil(options: {
  isTrue: () => boolean;
  wait: (ms: number) => Promise<void>;
  withinMs: number;
}): Promise<boolean> {
  for (let waitedMs = 0; !options.isTrue(); waitedMs += pollMs) {
    if (waitedMs >= options.withinMs) return false;
    await options.wait(pollMs);
  }
  return true;
}

/** Settles to `late` when a promise does not end in time. */
export function within<T>(
  promise: Promise<T>,
  options: { wait: (ms: number) => Promise<void>; withinMs: number },
): Promise<T | 'late'> {
  return Promise.race([promise, options.wait(options.withinMs).then(() => 'late' as const)]);
}

const pollMs = 20;
