import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { DigestAlgorithm } from './digest.ts';
import { computeDigest, findAlgorithm, parseDigest } from './digest.ts';
import type { SipRequest } from './message/message.ts';
import type { Scheduler } from './scheduler.ts';

export type DigestVerdict<Account> =
  | { isAllowed: true; account: Account }
  /** `isStale`: the password was right and the nonce too old, so the client tries again without asking. */
  | { isAllowed: false; isStale: boolean };

export type DigestServerOptions<Account> = {
  realm: string;
  scheduler: Scheduler;
  /** Whose user name it is, and the password; several accounts may share a name. */
  listAccounts(username: string): readonly { account: Account; password: string }[];
};

/** How long a nonce is good. */
const nonceMs = 300_000;
/** Nonces whose counts are kept. Only right passwords fill it; beyond, the oldest are forgotten. */
const maxNonces = 10_000;

/** Our side of digest towards trunks that ring us (RFC 7616, RFC 8760; `qop=auth`, MD5 and SHA-256). */
export class DigestServer<Account> {
  readonly #options: DigestServerOptions<Account>;
  readonly #secret = randomBytes(32);
  /** Highest count seen per nonce that was used: a request that is played again counts no higher. */
  readonly #counts = new Map<string, number>();

  constructor(options: DigestServerOptions<Account>) {
    this.#options = options;
  }

  /**
   * Values of WWW-Authenticate, best first (RFC 8760 section 2.3). Whichever are asked for, both are understood.
   */
  challenge(isStale: boolean, algorithms: readonly DigestAlgorithm[] = ['SHA-256', 'MD5']): string[] {
    const time = this.#options.scheduler.nowMs().toString(36);
    // Unique per challenge, so that counts of two clients do not meet.
    const stem = `${time}.${randomBytes(6).toString('hex')}`;
    const nonce = `${stem}.${this.#sign(stem)}`;
    return algorithms.map(
      (algorithm) =>
        `Digest realm="${this.#options.realm}", nonce="${nonce}", algorithm=${algorithm}, qop="auth"` +
        (isStale ? ', stale=true' : ''),
    );
  }

  verify(request: SipRequest): DigestVerdict<Account> {
    for (const header of request.headers.list('authorization')) {
      const digest = parseDigest(header);
      if (digest?.get('realm') === this.#options.realm) return this.#verifyDigest(digest, request.method);
    }
    return { isAllowed: false, isStale: false };
  }

  #verifyDigest(digest: ReadonlyMap<string, string>, method: string): DigestVerdict<Account> {
    const refused = { isAllowed: false, isStale: false } as const;
    const nonce = digest.get('nonce') ?? '';
    const uri = digest.get('uri') ?? '';
    const username = digest.get('username') ?? '';
    const algorithm = findAlgorithm(digest.get('algorithm'));
    const nonceCount = digest.get('nc') ?? '';
    const cnonce = digest.get('cnonce') ?? '';
    // Without qop a request could be played again; every client of the last twenty years sends it.
    if (!algorithm || digest.get('qop')?.toLowerCase() !== 'auth' || !/^[0-9a-f]{8}$/i.test(nonceCount))
      return refused;
    const given = Buffer.from(digest.get('response') ?? '');
    const found = this.#options.listAccounts(username).find(({ password }) => {
      const parts = { algorithm, username, password, realm: this.#options.realm, nonce, method, uri };
      const wanted = Buffer.from(computeDigest({ ...parts, qop: { cnonce, nonceCount } }));
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    });
    if (!found) return refused;
    if (!this.#isFresh(nonce) || !this.#count(nonce, Number.parseInt(nonceCount, 16))) {
      return { isAllowed: false, isStale: true };
    }
    return { isAllowed: true, account: found.account };
  }

  #isFresh(nonce: string): boolean {
    const cut = nonce.lastIndexOf('.');
    const stem = nonce.slice(0, Math.max(0, cut));
    if (cut < 0 || nonce.slice(cut + 1) !== this.#sign(stem)) return false;
    const ageMs = this.#options.scheduler.nowMs() - Number.parseInt(stem.split('.')[0] ?? '', 36);
    return ageMs >= 0 && ageMs <= nonceMs;
  }

  #count(nonce: string, count: number): boolean {
    const seen = this.#counts.get(nonce);
    if (seen !== undefined && count <= seen) return false;
    this.#counts.delete(nonce);
    this.#counts.set(nonce, count);
    if (this.#counts.size > maxNonces) {
      const oldest = this.#counts.keys().next().value;
      if (oldest !== undefined) this.#counts.delete(oldest);
    }
    return true;
  }

  #sign(stem: string): string {
    return createHmac('sha256', this.#secret)
      .update(`${stem}:${this.#options.realm}`)
      .digest('hex')
      .slice(0, 32);
  }
}
