import type { Queries } from '../../platform/db/database.ts';
import { findPasswordHash } from './queries.ts';
import type { SignIn } from './sign-in.ts';

/** Hashes of passwords, as the auth library makes and reads them (scrypt). */
export type Passwords = {
  /** About 0.1 s of work on a thread of its own. */
  hash(password: string): Promise<string>;
  /** Whether it is the user's. */
  isRight(queries: Queries, userId: string, password: string): Promise<boolean>;
};

export function openPasswords({ library }: Pick<SignIn, 'library'>): Passwords {
  return {
    hash: async (password) => await (await library.$context).password.hash(password),
    async isRight(queries, userId, password) {
      const hash = await findPasswordHash(queries, userId);
      return hash !== undefined && (await (await library.$context).password.verify({ hash, password }));
    },
  };
}
