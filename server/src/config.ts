import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { describeInsecureSettings } from './config-security.ts';
import {
  hostName,
  onOff,
  port,
  readableFile,
  rtpPorts,
  siteKey,
  webUrl,
  wholeNumber,
} from './config-values.ts';

export const roleNames = ['api', 'calls', 'dialer', 'jobs'] as const;
/** What a process does; each can run apart, several of each. */
export type ProcessRole = (typeof roleNames)[number];

/** Every environment variable, read and checked once (design: the start contract). */
export type Config = {
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** Without a slash at the end. */
  publicUrl: string;
  /** How carriers reach this very process, where several share the public URL. Without a slash at the end. */
  processUrl: string;
  sipPort: number;
  sipHost: string;
  /** PEM files, absolute. */
  sipTls: { certificate: string | undefined; key: string | undefined; authorities: string | undefined };
  rtpPortMin: number;
  rtpPortMax: number;
  roles: ReadonlySet<ProcessRole>;
  mode: 'local' | 'production';
  smtpUrl: string | undefined;
  /** Sender of every mail, as in a From header (RFC 5322 section 3.6.2). */
  mailFrom: string;
  s3: { endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string } | undefined;
  secretKey: string | undefined;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Live calls one process accepts at once. */
  maxLiveCalls: number;
  /** Threads that run calls. */
  callThreads: number;
  /** How long SIGTERM waits for running calls. */
  drainMs: number;
  trustProxy: boolean;
  /** Requests one address may make of the API in a minute; the limits of single routes grow with it. */
  requestsPerMinute: number;
  /** Lets other machines read /metrics with it as bearer token. */
  metricsToken: string | undefined;
  /** Customers' addresses (webhooks, pages, functions) may lie on this machine or in private networks, by plain http too. */
  allowsPrivateAddresses: boolean;
  links: {
    productName: string;
    marketingUrl: string;
    demoUrl: string;
    privacyUrl: string;
    termsUrl: string;
    /** Empty where signups need no proof of a person. */
    recaptchaSiteKey: string;
    /** Empty where avatars are drawn by the web app. */
    avatarUrl: string;
  };
  /** How signups are proved to come from a person; undefined where no keys are set. */
  recaptcha: { secretKey: string; verifyUrl: string; minScore: number } | undefined;
  /** Header in which a trusted proxy names the visitor's country, in lower case (ISO 3166-1 alpha-2). */
  countryHeader: string | undefined;
  /** The variables as given, for providers and carriers to find their own in. */
  environment: Readonly<Record<string, string | undefined>>;
};

/** The settings are wrong; the message names each of them on a line of its own. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads the environment into a Config. An empty variable counts as absent.
 * Throws ConfigError naming every problem at once; production mode also refuses insecure settings.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`));
  }
  const config = toConfig(parsed.data, environment);
  const insecure =
    config.mode === 'production'
      ? describeInsecureSettings(config, { isTrustProxyGiven: parsed.data.TRUST_PROXY !== undefined })
      : [];
  if (insecure.length > 0) throw new ConfigError(insecure);
  return config;
}

const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;

const roles = z
  .string()
  .transform((value) => value.split(',').map((role) => role.trim()))
  .pipe(z.array(z.enum(roleNames, { error: `must be a list of ${roleNames.join(', ')}.` })).min(1));

const variables = z
  .object({
    PORT: port(0).default(3000),
    HOST: hostName.default('127.0.0.1'),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: 'must be a URL beginning with postgres://.' })
      .optional(),
    PUBLIC_URL: webUrl.optional(),
    PROCESS_URL: webUrl.optional(),
    // 5060 belongs to a softphone on the same machine.
    SIP_PORT: port(0).default(5070),
    SIP_HOST: hostName.default('127.0.0.1'),
    SIP_TLS_CERT: readableFile.optional(),
    SIP_TLS_KEY: readableFile.optional(),
    SIP_TLS_CA: readableFile.optional(),
    RTP_PORTS: rtpPorts.default([40_000, 44_999]),
    ROLES: roles.default([...roleNames]),
    PARLEY_MODE: z.enum(['local', 'production'], { error: 'must be local or production.' }).default('local'),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, error: 'must be a URL beginning with smtp:// or smtps://.' })
      .optional(),
    MAIL_FROM: z.string().includes('@', { error: 'must hold an email address.' }).optional(),
    S3_ENDPOINT: webUrl.optional(),
    S3_BUCKET: z.string().optional(),
    S3_REGION: z.string().optional(),
    S3_ACCESS_KEY: z.string().optional(),
    S3_SECRET_KEY: z.string().optional(),
    SECRET_KEY: z.string().optional(),
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], {
        error: 'must be debug, info, warn, error or silent.',
      })
      .default('info'),
    MAX_LIVE_CALLS: wholeNumber(1, 10_000).default(200),
    CALL_THREADS: wholeNumber(1, 64).default(Math.min(4, Math.max(1, availableParallelism() - 1))),
    DRAIN_SECONDS: wholeNumber(0, 3600).default(120),
    TRUST_PROXY: onOff.optional(),
    REQUESTS_PER_MINUTE: wholeNumber(1, 100_000_000).default(1_200),
    METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more.').optional(),
    ALLOW_PRIVATE_ADDRESSES: onOff.optional(),
    PRODUCT_NAME: z.string().max(40, 'must be 40 characters or less.').default('Parley'),
    MARKETING_URL: webUrl.optional(),
    DEMO_URL: webUrl.optional(),
    PRIVACY_URL: webUrl.optional(),
    TERMS_URL: webUrl.optional(),
    RECAPTCHA_SITE_KEY: siteKey.optional(),
    RECAPTCHA_SECRET_KEY: siteKey.optional(),
    RECAPTCHA_VERIFY_URL: webUrl.default('https://www.google.com/recaptcha/api/siteverify'),
    RECAPTCHA_MIN_SCORE: z
      .string()
      .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number between 0 and 1.')
      .transform(Number)
      .default(0.5),
    AVATAR_URL: webUrl.includes('{hash}', { error: 'must hold {hash}.' }).optional(),
    COUNTRY_HEADER: z
      .string()
      .regex(/^[0-9A-Za-z-]{1,60}$/, 'must be the name of a header.')
      .optional(),
  })
  .superRefine((value, context) => {
    const { RECAPTCHA_SITE_KEY, RECAPTCHA_SECRET_KEY } = value;
    if ((RECAPTCHA_SITE_KEY === undefined) !== (RECAPTCHA_SECRET_KEY === undefined)) {
      const path = [RECAPTCHA_SITE_KEY ? 'RECAPTCHA_SECRET_KEY' : 'RECAPTCHA_SITE_KEY'];
      context.addIssue({ code: 'custom', path, message: 'must be set: the two keys belong together.' });
    }
    const { SIP_TLS_CERT, SIP_TLS_KEY, SIP_PORT } = value;
    if ((SIP_TLS_CERT === undefined) !== (SIP_TLS_KEY === undefined)) {
      const path = [SIP_TLS_CERT ? 'SIP_TLS_KEY' : 'SIP_TLS_CERT'];
      context.addIssue({ code: 'custom', path, message: 'must be set: a certificate needs its key.' });
    }
    if (SIP_TLS_CERT !== undefined && SIP_PORT === 65_535) {
      const message = 'must be below 65535 with SIP_TLS_CERT: TLS takes the next port.';
      context.addIssue({ code: 'custom', path: ['SIP_PORT'], message });
    }
    if (value.COUNTRY_HEADER !== undefined && !value.TRUST_PROXY) {
      const message = 'is believed only with TRUST_PROXY=true: anybody can send a header.';
      context.addIssue({ code: 'custom', path: ['COUNTRY_HEADER'], message });
    }
    const given = s3Names.filter((name) => value[name] !== undefined);
    if (given.length === 0) return;
    for (const name of s3Names) {
      // Every S3-compatible store but Amazon's accepts any region.
      if (name === 'S3_REGION' || value[name] !== undefined) continue;
      context.addIssue({ code: 'custom', path: [name], message: `must be set because ${given[0]} is.` });
    }
  });

function toConfig(value: z.output<typeof variables>, environment: Config['environment']): Config {
  const publicUrl = (value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, '');
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = value;
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    publicUrl,
    processUrl: (value.PROCESS_URL ?? publicUrl).replace(/\/+$/, ''),
    sipPort: value.SIP_PORT,
    sipHost: value.SIP_HOST,
    sipTls: { certificate: value.SIP_TLS_CERT, key: value.SIP_TLS_KEY, authorities: value.SIP_TLS_CA },
    rtpPortMin: value.RTP_PORTS[0],
    rtpPortMax: value.RTP_PORTS[1],
    roles: new Set(value.ROLES),
    mode: value.PARLEY_MODE,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM ?? `${value.PRODUCT_NAME} <no-reply@${new URL(publicUrl).hostname}>`,
    s3:
      S3_ENDPOINT && S3_BUCKET && S3_ACCESS_KEY && S3_SECRET_KEY
        ? {
            endpoint: S3_ENDPOINT,
            bucket: S3_BUCKET,
            region: value.S3_REGION ?? 'us-east-1',
            accessKey: S3_ACCESS_KEY,
            secretKey: S3_SECRET_KEY,
          }
        : undefined,
    secretKey: value.SECRET_KEY,
    logLevel: value.LOG_LEVEL,
    maxLiveCalls: value.MAX_LIVE_CALLS,
    callThreads: value.CALL_THREADS,
    drainMs: value.DRAIN_SECONDS * 1000,
    trustProxy: value.TRUST_PROXY ?? false,
    requestsPerMinute: value.REQUESTS_PER_MINUTE,
    metricsToken: value.METRICS_TOKEN,
    allowsPrivateAddresses: value.ALLOW_PRIVATE_ADDRESSES ?? value.PARLEY_MODE === 'local',
    links: {
      productName: value.PRODUCT_NAME,
      marketingUrl: value.MARKETING_URL ?? publicUrl,
      demoUrl: value.DEMO_URL ?? publicUrl,
      // Without the operator's own, those of the person check the signup names.
      privacyUrl: value.PRIVACY_URL ?? 'https://policies.google.com/privacy',
      termsUrl: value.TERMS_URL ?? 'https://policies.google.com/terms',
      recaptchaSiteKey: value.RECAPTCHA_SITE_KEY ?? '',
      avatarUrl: value.AVATAR_URL ?? '',
    },
    recaptcha:
      value.RECAPTCHA_SECRET_KEY === undefined
        ? undefined
        : {
            secretKey: value.RECAPTCHA_SECRET_KEY,
            verifyUrl: value.RECAPTCHA_VERIFY_URL,
            minScore: value.RECAPTCHA_MIN_SCORE,
          },
    countryHeader: value.COUNTRY_HEADER?.toLowerCase(),
    environment,
  };
}
