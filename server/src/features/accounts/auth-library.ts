import type { Auth, BetterAuthOptions } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { betterAuth } from 'better-auth/minimal';
import { bearer } from 'better-auth/plugins/bearer';
import type { Database } from '../../platform/db/database.ts';
import { newSortableKey } from '../../platform/db/new-id.ts';
import { credentials, sessions, users, verifications } from './tables.ts';

/** A session that is used lives on; one that is not ends after a week. */
export const sessionSeconds = 7 * 24 * 3600;
const sessionRenewalSeconds = 24 * 3600;

/** Header in which the library is told the address of the client; it is set by us and never read from outside. */
export const clientAddressHeader = 'x-parley-client-address';

const idPrefixes: Readonly<Record<string, string>> = {
  user: 'usr',
  session: 'ses',
  account: 'crd',
  verification: 'ver',
};

type LibraryOptions = {
  db: Database;
  publicUrl: string;
  key: string;
  /** How passwords are hashed and compared. The default is the library's scrypt of N = 16384, r = 16, p = 1. */
  hashing?: PasswordHashing | undefined;
};

export type PasswordHashing = {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
};

/** The auth library over our own tables. It is called by `api`, behind our routes; it serves nothing itself. */
export function openAuthLibrary(options: LibraryOptions): AuthLibrary {
  return betterAuth(libraryOptions(options));
}

export type AuthLibrary = Auth<ReturnType<typeof libraryOptions>>;

function libraryOptions({ db, publicUrl, key, hashing }: LibraryOptions) {
  return {
    baseURL: publicUrl,
    secret: key,
    database: drizzleAdapter(db.queries, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: credentials, verification: verifications },
      transaction: true,
    }),
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      ...(hashing !== undefined && { password: hashing }),
    },
    user: {
      additionalFields: {
        firstName: { type: 'string', required: false },
        lastName: { type: 'string', required: false },
        phoneNumber: { type: 'string', required: false },
      },
    },
    session: { expiresIn: sessionSeconds, updateAge: sessionRenewalSeconds },
    advanced: {
      cookiePrefix: 'parley',
      useSecureCookies: publicUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      database: { generateId: ({ model }) => `${idPrefixes[model] ?? 'row'}_${newSortableKey()}` },
    },
    plugins: [bearer()],
    // Its limits, logs and reports do not run or are not wanted on this path; ours do.
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
  } as const satisfies BetterAuthOptions;
}
