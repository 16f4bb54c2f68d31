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

/** The auth library over our own tables. It is called by `api`, behind our routes; it serves nothing itself. */
export function openAuthLibrary(options: { db: Database; publicUrl: string; key: string }): AuthLibrary {
  return betterAuth(libraryOptions(options));
}

export type AuthLibrary = Auth<ReturnType<typeof libraryOptions>>;

function libraryOptions({ db, publicUrl, key }: { db: Database; publicUrl: string; key: string }) {
  return {
    baseURL: publicUrl,
    secret: key,
    database: drizzleAdapter(db.queries, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: credentials, verification: verifications },
      transaction: true,
    }),
    emailAndPassword: { enabled: true, autoSignIn: true, minPasswordLength: 8, maxPasswordLength: 128 },
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
