/** Wrong passwords that are forgiven before the next try has to wait. */
const freeFailures = 5;
/** The first wait, doubled with every further failure, up to the longest. */
const firstWaitMs = 2_000;
const longestWaitMs = 60_000;
/** Failures older than this are forgotten. */
const memoryMs = 15 * 60_000;
/** Pairs of account and address remembered at once; the oldest go first. */
const pairLimit = 20_000;

type Failures = { count: number; lastAtMs: number };

/**
 * Slows down guessing of one account's password from one address. It counts the pair, so that nobody can
 * lock another out from elsewhere. Counted per process: with several, a guesser gets that many times more.
 */
export class LoginSlowdown {
  readonly #failures = new Map<string, Failures>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  /** How long the pair still has to wait before its next try, in ms; 0 when it may try now. */
  waitMs(email: string, address: string): number {
    const failures = this.#find(email, address);
    if (failures === undefined || failures.count < freeFailures) return 0;
    const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures.count - freeFailures));
    return Math.max(0, failures.lastAtMs + wait - this.#nowMs());
  }

  onFailure(email: string, address: string): void {
    const key = keyOf(email, address);
    const count = (this.#find(email, address)?.count ?? 0) + 1;
    // Deleting first moves the pair to the end, where the youngest stand.
    this.#failures.delete(key);
    this.#failures.set(key, { count, lastAtMs: this.#nowMs() });
    if (this.#failures.size <= pairLimit) return;
    const [oldest] = this.#failures.keys();
    if (oldest !== undefined) this.#failures.delete(oldest);
  }

  onSuccess(email: string, address: string): void {
    this.#failures.delete(keyOf(email, address));
  }

  #find(email: string, address: string): Failures | undefined {
    const key = keyOf(email, address);
    const failures = this.#failures.get(key);
    if (failures === undefined || this.#nowMs() - failures.lastAtMs < memoryMs) return failures;
    this.#failures.delete(key);
    return undefined;
  }
}

function keyOf(email: string, address: string): string {
  return `${email.trim().toLowerCase()} ${address}`;
}
