import type { CountedTries } from './counted-tries.ts';
import type { MailedSecrets } from './mailed-secrets.ts';
import type { Passwords } from './passwords.ts';
import type { SignIn } from './sign-in.ts';
import type { VisitorCountry } from './visitor-country.ts';

/** What the routes of accounts work with besides the platform; opened once. */
export type AccountTools = {
  signIn: SignIn;
  passwords: Passwords;
  secrets: MailedSecrets;
  tries: CountedTries;
  country: VisitorCountry;
  nowMs: () => number;
};
