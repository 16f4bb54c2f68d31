import { createHash } from 'node:crypto';
import type { Identity } from '../../platform/http/http.ts';

/** How long an ended session of another process may still be honoured here, in ms. */
const keepMs = 3_000;
const identityLimit = 10_000;

/** Who stands behind a cookie or token, for a few seconds: a screen asks for several things at once. */
export class IdentityCache {
  readonly #entries = new Map<string, { identity: Identity; untilMs: number }>();
  readonly #nowMs: () => number;
  #generation = 0;

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  find(credential: string): Identity | undefined {
    const entry = this.#entries.get(keyOf(credential));
    return entry !== undefined && entry.untilMs > this.#nowMs() ? entry.identity : undefined;
  }

  /** Counts what was forgotten: an answer read before must not be kept after. */
  get generation(): number {
    return this.#generation;
  }

  keep(credential: string, identity: Identity, readAt: number): void {
    if (readAt !== this.#generation) return;
    const key = keyOf(credential);
    this.#entries.delete(key);
    this.#entries.set(key, { identity, untilMs: this.#nowMs() + keepMs });
    if (this.#entries.size <= identityLimit) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  forgetSession(sessionId: string): void {
    this.#forget((identity) => identity.sessionId === sessionId);
  }

  forgetUser(userId: string): void {
    this.#forget((identity) => identity.userId === userId);
  }

  #forget(isMeant: (identity: Identity) => boolean): void {
    this.#generation++;
    for (const [key, entry] of this.#entries) {
      if (isMeant(entry.identity)) this.#entries.delete(key);
    }
  }
}

/** Credentials themselves are not kept in memory longer than a request. */
function keyOf(credential: string): string {
  return createHash('sha256').update(credential).digest('base64url');
}
