import { createHash } from 'node:crypto';
import { AppError } from '@parley/contract/errors';
import type { FastifyReply } from 'fastify';
import type { Database, Queries } from '../../platform/db/database.ts';
import { defaultRequestsPerMinute } from '../../platform/http/rate-limits.ts';
import { claimTry, deleteTries, giveTryBack } from './try-queries.ts';

/** How often something may be tried before each further try has to wait, twice as long every time. */
export type TryRule = {
  /** Tries without a wait. */
  free: number;
  firstWaitMs: number;
  longestWaitMs: number;
  /** Tries are forgotten when there was none for as long. */
  memoryMs: number;
  /** Counted over everybody behind one address: grows with REQUESTS_PER_MINUTE, for offices and load tests. */
  isShared?: true;
};

const secondMs = 1_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const guessing = { firstWaitMs: 2 * secondMs, longestWaitMs: minuteMs };
const mailing = { firstWaitMs: minuteMs, longestWaitMs: 15 * minuteMs };

/** What is counted. Each rule counts by keys of its own. */
export const tryRules = {
  /** Passwords of one account from one address: nobody locks another out from elsewhere. */
  login: { free: 5, ...guessing, memoryMs: 15 * minuteMs },
  /** Passwords of one account from all addresses where it is not signed in already. */
  login_account: { free: 50, ...guessing, memoryMs: hourMs },
  /** Passwords of all accounts from one address. */
  login_address: { free: 50, ...guessing, memoryMs: 15 * minuteMs, isShared: true },
  /** Passwords of a user who is signed in, before a change. */
  password: { free: 5, ...guessing, memoryMs: 15 * minuteMs },
  /** Codes for one email, besides the few tries each code has. */
  code: { free: 10, ...guessing, memoryMs: hourMs },
  code_address: { free: 30, ...guessing, memoryMs: 15 * minuteMs, isShared: true },
  /** Mails to one email, whether an account has it or not. */
  mail: { free: 3, ...mailing, memoryMs: 6 * hourMs },
  mail_address: { free: 10, ...mailing, memoryMs: hourMs, isShared: true },
  signup_address: { free: 20, ...mailing, memoryMs: hourMs, isShared: true },
  export: { free: 5, ...mailing, memoryMs: hourMs },
} as const satisfies Record<string, TryRule>;

/** One count: a rule and what it counts, such as an email, an address or a user's id. */
export type Counted = { rule: keyof typeof tryRules; of: string };

/** Tries counted in the database, so that several processes count together. */
export class CountedTries {
  readonly #db: Database;
  readonly #nowMs: () => number;
  readonly #sharedFactor: number;

  constructor(options: { db: Database; nowMs: () => number; requestsPerMinute: number }) {
    this.#db = options.db;
    this.#nowMs = options.nowMs;
    this.#sharedFactor = Math.max(1, options.requestsPerMinute / defaultRequestsPerMinute);
  }

  /**
   * Takes one try from each of the counts, before what is tried is done: tries that come at once cannot pass
   * together. Throws too_many_requests, and takes none, when one of them has to wait.
   */
  async claim(reply: FastifyReply, counts: readonly Counted[]): Promise<void> {
    const now = new Date(this.#nowMs());
    const waitMs = await this.#db
      .transaction(async (tx) => {
        // Always in the order of the keys, so that two requests never wait for each other.
        for (const { key, rule } of counts.map((each) => this.#keyed(each)).sort(byKey)) {
          const wait = await claimTry(tx, { key, rule, now });
          if (wait > 0) throw new MustWait(wait);
        }
        return 0;
      })
      .catch((error: unknown) => {
        if (error instanceof MustWait) return error.waitMs;
        throw error;
      });
    if (waitMs === 0) return;
    const seconds = Math.ceil(waitMs / 1000);
    reply.header('retry-after', seconds);
    throw AppError.of('too_many_requests', { seconds });
  }

  /** The try was good: it counts no longer, and those of `forget` neither. */
  async onSuccess(queries: Queries, counts: { giveBack: readonly Counted[]; forget: readonly Counted[] }) {
    for (const each of counts.giveBack) await giveTryBack(queries, keyOf(each));
    for (const each of counts.forget) await deleteTries(queries, keyOf(each));
  }

  #keyed(counted: Counted): { key: string; rule: TryRule } {
    const rule: TryRule = tryRules[counted.rule];
    const free = rule.isShared ? Math.round(rule.free * this.#sharedFactor) : rule.free;
    return { key: keyOf(counted), rule: { ...rule, free } };
  }
}

/** Rolls the other counts back. */
class MustWait extends Error {
  readonly waitMs: number;
  constructor(waitMs: number) {
    super('A try has to wait.');
    this.waitMs = waitMs;
  }
}

const byKey = (one: { key: string }, other: { key: string }): number => (one.key < other.key ? -1 : 1);

/** Emails and addresses are not kept in clear for this. */
function keyOf({ rule, of }: Counted): string {
  return `${rule}:${createHash('sha256').update(of.trim().toLowerCase()).digest('base64url')}`;
}
