import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import {
  deleteMailedSecret,
  insertMailedSecret,
  spendCodeTry,
  takeResetSecret,
} from './mailed-secret-queries.ts';

/** How long a mailed code is good. */
export const codeMinutes = 15;
/** Wrong codes that are forgiven before a new one has to be mailed. */
export const codeTries = 5;
/** How long a mailed link is good. */
export const linkMinutes = 60;

/**
 * Codes and links that were mailed. Kept as keyed hashes, good once and for a while; a new one voids the old.
 */
export class MailedSecrets {
  readonly #key: string;
  readonly #nowMs: () => number;

  constructor(options: { key: string; nowMs: () => number }) {
    this.#key = options.key;
    this.#nowMs = options.nowMs;
  }

  /** A new 6-digit code for the user's email. */
  async issueCode(tx: Transaction, userId: string): Promise<string> {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await insertMailedSecret(tx, {
      userId,
      purpose: 'verify_email',
      secretHash: this.#hash('verify_email', userId, code),
      triesLeft: codeTries,
      expiresAt: this.#inMinutes(codeMinutes),
    });
    return code;
  }

  /**
   * Takes a try from the code of this email and says whose it is when it is right; undefined when there is none,
   * it has run out, or it is wrong. The same statements run for an email nobody has.
   */
  async findCodeOwner(queries: Queries, email: string, code: string): Promise<string | undefined> {
    const spent = await spendCodeTry(queries, email, new Date(this.#nowMs()));
    const given = this.#hash('verify_email', spent?.userId ?? '', code);
    const expected = spent?.secretHash ?? this.#hash('verify_email', '', 'no code');
    return timingSafeEqual(Buffer.from(given), Buffer.from(expected)) ? spent?.userId : undefined;
  }

  /** Uses the code up; false when somebody else just has. */
  async useCode(tx: Transaction, userId: string): Promise<boolean> {
    return await deleteMailedSecret(tx, userId, 'verify_email');
  }

  /** A new token for the link of a forgotten password: 256 random bits. */
  async issueResetToken(tx: Transaction, userId: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await insertMailedSecret(tx, {
      userId,
      purpose: 'reset_password',
      secretHash: this.#hash('reset_password', token),
      triesLeft: 1,
      expiresAt: this.#inMinutes(linkMinutes),
    });
    return token;
  }

  /** Uses the token up and says whose it was; undefined when it is unknown, used or too old. */
  async useResetToken(tx: Transaction, token: string): Promise<string | undefined> {
    return await takeResetSecret(tx, this.#hash('reset_password', token), new Date(this.#nowMs()));
  }

  #inMinutes(minutes: number): Date {
    return new Date(this.#nowMs() + minutes * 60_000);
  }

  #hash(...parts: readonly string[]): string {
    return createHmac('sha256', this.#key).update(parts.join('\n')).digest('base64url');
  }
}
