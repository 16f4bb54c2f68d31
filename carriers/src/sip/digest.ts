import { createHash, randomBytes } from 'node:crypto';
import { parseParameters } from './message/header-values.ts';
import type { ReceivedResponse, SipRequest } from './message/message.ts';

/** Hashes of RFC 7616 and RFC 8760 that we compute; MD5 where none is named. */
export const digestAlgorithms = ['SHA-256', 'MD5', 'SHA-256-SESS', 'MD5-SESS'] as const;
export type DigestAlgorithm = (typeof digestAlgorithms)[number];

export type Credentials = { username: string; password: string };

/** What a digest is made of (RFC 7616 section 3.4.1). */
export type DigestParts = Credentials & {
  algorithm: DigestAlgorithm;
  realm: string;
  nonce: string;
  method: string;
  uri: string;
  /** Null for servers of RFC 2069, which name no quality of protection. */
  qop: { cnonce: string; nonceCount: string } | null;
};

/** The `response` parameter. Only `qop=auth` is spoken. */
export function computeDigest(parts: DigestParts): string {
  const hash = (text: string) =>
    createHash(parts.algorithm.startsWith('SHA-256') ? 'sha256' : 'md5')
      .update(text)
      .digest('hex');
  let secret = hash(`${parts.username}:${parts.realm}:${parts.password}`);
  if (parts.algorithm.endsWith('-SESS')) secret = hash(`${secret}:${parts.nonce}:${parts.qop?.cnonce ?? ''}`);
  const subject = hash(`${parts.method}:${parts.uri}`);
  return parts.qop
    ? hash(`${secret}:${parts.nonce}:${parts.qop.nonceCount}:${parts.qop.cnonce}:auth:${subject}`)
    : hash(`${secret}:${parts.nonce}:${subject}`);
}

/** Reads `Digest a="b", c=d`. Undefined for other schemes. */
export function parseDigest(header: string): ReadonlyMap<string, string> | undefined {
  const match = /^\s*Digest\s+([\s\S]*)$/i.exec(header);
  if (!match) return undefined;
  // The same grammar as header parameters, but for commas instead of semicolons.
  const pairs = match[1]!.match(/[\w-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s,"]+)/g) ?? [];
  return new Map(pairs.flatMap((pair) => [...parseParameters(pair)]));
}

export function findAlgorithm(name: string | undefined): DigestAlgorithm | undefined {
  const wanted = (name ?? 'MD5').toUpperCase();
  return digestAlgorithms.find((algorithm) => algorithm === wanted);
}

type Challenge = {
  header: 'authorization' | 'proxy-authorization';
  realm: string;
  nonce: string;
  opaque: string | undefined;
  algorithm: DigestAlgorithm;
  /** As the server wrote it, to be sent back alike. */
  algorithmText: string | undefined;
  hasQop: boolean;
  nonceCount: number;
};

/** Realms of one trunk at once: its proxies. A bound against hostile answers. */
const maxRealms = 4;

/** Our side of digest at one trunk: remembers challenges, so that the next request is let in at once. */
export class DigestClient {
  readonly #credentials: Credentials;
  readonly #challenges = new Map<string, Challenge>();

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
  }

  /** Answers every challenge known so far. The same nonce is counted up (RFC 7616 section 3.4). */
  authorize(request: SipRequest): void {
    request.headers.set('authorization').set('proxy-authorization');
    for (const challenge of this.#challenges.values()) {
      request.headers.append(challenge.header, this.#answer(challenge, request));
    }
  }

  /**
   * Takes the challenges of a 401 or 407. True when sending again makes sense: the request had not answered
   * this realm, or had answered with a nonce that is only too old.
   */
  learn(response: ReceivedResponse, refused: SipRequest): boolean {
    const [name, header] =
      response.status === 407
        ? (['proxy-authenticate', 'proxy-authorization'] as const)
        : (['www-authenticate', 'authorization'] as const);
    const answered = new Map(
      refused.headers.list(header).map((value) => {
        const digest = parseDigest(value);
        return [digest?.get('realm'), digest?.get('nonce')];
      }),
    );
    const best = new Map<string, Challenge & { isStale: boolean }>();
    for (const value of response.headers.list(name)) {
      const challenge = readChallenge(value, header);
      // The topmost that we can answer counts (RFC 8760 section 2.4).
      if (challenge && !best.has(challenge.realm)) best.set(challenge.realm, challenge);
    }
    let isWorthwhile = false;
    for (const challenge of best.values()) {
      const key = `${header} ${challenge.realm}`;
      const isNew = !answered.has(challenge.realm);
      const isOutdated = challenge.isStale && answered.get(challenge.realm) !== challenge.nonce;
      if (isNew || isOutdated) isWorthwhile = true;
      if (this.#challenges.has(key) || this.#challenges.size < maxRealms)
        this.#challenges.set(key, challenge);
    }
    return isWorthwhile;
  }

  #answer(challenge: Challenge, request: SipRequest): string {
    const { algorithm, realm, nonce, opaque } = challenge;
    const { username } = this.#credentials;
    const cnonce = randomBytes(8).toString('hex');
    challenge.nonceCount++;
    const nonceCount = challenge.nonceCount.toString(16).padStart(8, '0');
    const response = computeDigest({
      ...this.#credentials,
      algorithm,
      realm,
      nonce,
      method: request.method,
      uri: request.uri,
      qop: challenge.hasQop ? { cnonce, nonceCount } : null,
    });
    return (
      `Digest username=${quote(username)}, realm=${quote(realm)}, nonce=${quote(nonce)}, ` +
      `uri=${quote(request.uri)}, response="${response}"` +
      (challenge.algorithmText === undefined ? '' : `, algorithm=${challenge.algorithmText}`) +
      (opaque === undefined ? '' : `, opaque=${quote(opaque)}`) +
      (challenge.hasQop ? `, qop=auth, nc=${nonceCount}, cnonce="${cnonce}"` : '')
    );
  }
}

function readChallenge(
  value: string,
  header: Challenge['header'],
): (Challenge & { isStale: boolean }) | undefined {
  const digest = parseDigest(value);
  const realm = digest?.get('realm');
  const nonce = digest?.get('nonce');
  const algorithm = findAlgorithm(digest?.get('algorithm'));
  if (!digest || realm === undefined || nonce === undefined || algorithm === undefined) return undefined;
  const qop = digest.get('qop');
  const hasQop = qop?.split(',').some((word) => word.trim().toLowerCase() === 'auth') ?? false;
  // A server that wants only auth-int cannot be answered.
  if (qop !== undefined && !hasQop) return undefined;
  return {
    header,
    realm,
    nonce,
    opaque: digest.get('opaque'),
    algorithm,
    algorithmText: digest.get('algorithm'),
    hasQop,
    nonceCount: 0,
    isStale: digest.get('stale')?.toLowerCase() === 'true',
  };
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
