import { z } from 'zod';

/** Where Twilio itself answers. */
export const usualBaseUrl = 'https://api.twilio.com';

const sid = (prefix: string, what: string) =>
  z
    .string()
    .trim()
    .regex(new RegExp(`^(${prefix}[0-9a-f]{32})?$`), `Give the ${what}: ${prefix} and 32 characters.`)
    .max(34);

/** The form of an account; fields that are `isMain` come first. */
export const accountSettings = z.object({
  accountSid: sid('AC', 'account SID').min(34, 'Give the account SID.').meta({
    label: 'Account SID',
    help: 'On the first page of the Twilio Console, under Account Info.',
    isMain: true,
  }),
  authToken: z.string().trim().min(16, 'Give the auth token.').max(200).meta({
    label: 'Auth token',
    help: 'Beside the account SID. It also proves that incoming calls really come from Twilio.',
    secret: true,
    isMain: true,
  }),
  callerId: z
    .string()
    .trim()
    .regex(/^(\+[1-9]\d{6,14})?$/, 'Give a number such as +14155550123.')
    .default('')
    .meta({
      label: 'Caller ID',
      help: 'A number of the account, or one verified there, for calls of agents that have no number here.',
    }),
  apiKeySid: sid('SK', 'SID of the API key').default('').meta({
    label: 'API key SID',
    help: 'Optional: requests are signed with this key instead of the auth token.',
  }),
  apiKeySecret: z.string().trim().max(200).default('').meta({ label: 'API key secret', secret: true }),
  baseUrl: z
    .string()
    .trim()
    .regex(/^(https?:\/\/[^\s/]+(\/\S*)?)?$/, `Give an address such as ${usualBaseUrl}.`)
    .max(200)
    .default(usualBaseUrl)
    .meta({
      label: 'Base URL',
      help: 'Another one only for accounts in another region, such as https://api.dublin.ie1.twilio.com.',
    }),
});
export type AccountSettings = z.output<typeof accountSettings>;

/** How requests to the account are signed: with the API key where there is one. */
export function credentialsOf(settings: AccountSettings): { user: string; password: string } {
  const { accountSid, authToken, apiKeySid, apiKeySecret } = settings;
  return apiKeySid !== '' && apiKeySecret !== ''
    ? { user: apiKeySid, password: apiKeySecret }
    : { user: accountSid, password: authToken };
}

/**
 * The operator's account, read from TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and, where they are set, TWILIO_API_KEY,
 * TWILIO_API_SECRET, TWILIO_CALLER_ID and TWILIO_BASE_URL. Undefined without an account SID. Throws a sentence naming a
 * value that cannot be used.
 */
export function accountFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): AccountSettings | undefined {
  const read = (name: string) => environment[name]?.trim() || undefined;
  if (read(variables.accountSid) === undefined) return undefined;
  const given = Object.entries(variables).map(([setting, name]) => [setting, read(name)]);
  const parsed = accountSettings.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = variables[issue?.path[0] as keyof typeof variables];
  const isMissing = read(name) === undefined;
  throw new Error(
    isMissing
      ? `${name} must be set beside TWILIO_ACCOUNT_SID.`
      : `${name} cannot be used: ${issue?.message}`,
  );
}

const variables = {
  accountSid: 'TWILIO_ACCOUNT_SID',
  authToken: 'TWILIO_AUTH_TOKEN',
  callerId: 'TWILIO_CALLER_ID',
  apiKeySid: 'TWILIO_API_KEY',
  apiKeySecret: 'TWILIO_API_SECRET',
  baseUrl: 'TWILIO_BASE_URL',
} as const satisfies Record<keyof AccountSettings, string>;

/** Where the account answers, without a slash at the end. */
export function baseUrlOf(settings: Pick<AccountSettings, 'baseUrl'>): string {
  return (settings.baseUrl || usualBaseUrl).replace(/\/+$/, '');
}
