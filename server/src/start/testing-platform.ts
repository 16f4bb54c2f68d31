import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LiveEvent } from '@parley/contract/live-events';
import { readConfig } from '../config.ts';
import { openSignIn, type SignIn } from '../features/accounts/index.ts';
import { openKeyAccess } from '../features/api-keys/index.ts';
import type { Database } from '../platform/db/database.ts';
import { openEvents } from '../platform/events/events.ts';
import type { OpenHttpServer } from '../platform/http/open-http-server.ts';
import { type LogEntry, openTestHttpServer } from '../platform/http/testing-http-server.ts';
import { silentLog } from '../platform/log/open-log.ts';
import type { Mail } from '../platform/mail/mail.ts';
import { openOutbound } from '../platform/outbound/open-outbound.ts';
import type { Platform } from '../platform/platform.ts';
import { openSecrets } from '../platform/secrets/open-secrets.ts';
import { type FeatureOptions, type Features, openFeatures } from './open-features.ts';
import { watchAuditTrail } from './testing-audit.ts';
import { cheapHashing } from './testing-hashing.ts';

export type TestPlatform = {
  platform: Platform & { http: OpenHttpServer };
  signIn: SignIn;
  entries: LogEntry[];
  /** What the live feed was told, of all workspaces. */
  events: { workspaceId: string; event: LiveEvent }[];
  /** What was enqueued, in order. No job runs by itself. */
  jobs: { name: string; data: unknown }[];
  /** What was mailed, in order. */
  mails: Mail[];
  /** Runs the jobs enqueued so far, and those they enqueue, by their definitions. */
  runJobs(): Promise<void>;
  /** Runs one job once, without those it enqueues. */
  runJob(name: string, data: unknown): Promise<void>;
  /** Turns the clock of sign-in. */
  clock: { nowMs: number };
};

export type TestPlatformOptions = {
  requestsPerMinute?: number;
  environment?: Record<string, string>;
  publicUrl?: string;
  features?: FeatureOptions;
};

/** A platform over a test database, with real sign-in, asked by `fastify.inject`. */
export async function openTestPlatform(db: Database, given: TestPlatformOptions = {}): Promise<TestPlatform> {
  const { requestsPerMinute = 1_000_000, environment = {}, publicUrl = 'http://localhost:3000' } = given;
  const clock = { nowMs: Date.now() };
  const config = readConfig({
    REQUESTS_PER_MINUTE: String(requestsPerMinute),
    SECRET_KEY: 'a key for tests, long enough to be taken',
    ...environment,
  });
  const secrets = await openSecrets(config);
  const signIn = await openSignIn({
    db,
    secrets,
    publicUrl,
    nowMs: () => clock.nowMs,
    hashing: cheapHashing,
  });
  const keys = await openKeyAccess({ db, log: silentLog, requestsPerMinute, nowMs: () => clock.nowMs });
  const { http, entries, metrics } = await openTestHttpServer({
    authenticate: (request, reply) =>
      keys.isKeyRequest(request) ? keys.authenticate(request, reply) : signIn.authenticate(request),
    config: { requestsPerMinute, publicUrl },
  });
  http.fastify.addHook('onClose', () => keys.close());
  const events: TestPlatform['events'] = [];
  const jobs: TestPlatform['jobs'] = [];
  const mails: Mail[] = [];
  const definitions = new Map<string, (data: never) => Promise<void>>();
  const platform: TestPlatform['platform'] = {
    config,
    log: silentLog,
    db,
    jobs: {
      define: ({ name, run }) => void definitions.set(name, run),
      enqueue: async (_queries, name, data) => void jobs.push({ name, data }),
      start: async () => undefined,
      stop: async () => undefined,
    },
    liveFeed: {
      publish: async (_queries, workspaceId, event) => void events.push({ workspaceId, event }),
      publishAll: async (_queries, workspaceId, all) =>
        void events.push(...all.map((event) => ({ workspaceId, event }))),
      tell: (workspaceId, event) => void events.push({ workspaceId, event }),
      subscribe: async () => () => undefined,
      close: async () => undefined,
    },
    events: openEvents(),
    storage: {
      putFile: async () => undefined,
      read: () => Promise.reject(new Error('Nothing is stored in this test.')),
      findSizeBytes: async () => undefined,
      remove: async () => undefined,
      isReady: async () => true,
    },
    mailer: { send: async (_queries, mail) => void mails.push(mail), listOutbox: async () => [] },
    outbound: openOutbound({ allowsPrivate: config.allowsPrivateAddresses, userAgent: 'Parley' }),
    secrets,
    metrics,
    http,
  };
  const runJobs = async (): Promise<void> => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift())
      await definitions.get(job.name)?.(job.data as never);
  };
  const runJob = async (name: string, data: unknown): Promise<void> =>
    await definitions.get(name)?.(data as never);
  return { platform, signIn, entries, events, jobs, mails, runJobs, runJob, clock };
}

export type TestProduct = TestPlatform & { features: Features; close: () => Promise<void> };

/** The product over a test database without lines: every feature is open, and calls are left to other processes. */
export async function openTestProduct(db: Database, given: TestPlatformOptions = {}): Promise<TestProduct> {
  const test = await openTestPlatform(db, {
    ...given,
    environment: {
      ROLES: 'api',
      DATA_DIR: mkdtempSync(join(tmpdir(), 'parley-product-')),
      ...given.environment,
    },
  });
  const { platform, signIn, clock } = test;
  const checkAuditTrail = watchAuditTrail(platform.http.fastify, db);
  const features = await openFeatures(platform, signIn, { nowMs: () => clock.nowMs, ...given.features });
  return {
    ...test,
    features,
    close: async () => {
      await features.close();
      await platform.http.close();
      rmSync(platform.config.dataDir, { recursive: true, force: true });
      checkAuditTrail();
    },
  };
}

export type Answer = {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  cookies: string[];
  body: never;
};

/** Asks the API below /api/v1, as `token` where given. */
export async function askApi(
  { platform }: Pick<TestPlatform, 'platform'>,
  method: string,
  path: string,
  given: { token?: string; body?: unknown; headers?: Record<string, string>; address?: string } = {},
): Promise<Answer> {
  const { token, body, headers = {}, address } = given;
  const response = await platform.http.fastify.inject({
    method: method as 'GET',
    url: `/api/v1${path}`,
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && { payload: body as object }),
    ...(address !== undefined && { remoteAddress: address }),
  });
  const setCookie = response.headers['set-cookie'] ?? [];
  return {
    status: response.statusCode,
    headers: response.headers,
    cookies: Array.isArray(setCookie) ? setCookie : [setCookie],
    body: readBody(response.headers['content-type'], response.payload) as never,
  };
}

/** JSON as what it says; a file as its text; nothing as undefined. */
function readBody(type: unknown, payload: string): unknown {
  if (payload === '') return undefined;
  return String(type).includes('json') ? JSON.parse(payload) : payload;
}

export type TestUser = { token: string; userId: string; workspaceId: string; email: string };

/** Registers a user with a workspace of their own. */
export async function registerUser(test: Pick<TestPlatform, 'platform'>, email: string): Promise<TestUser> {
  const { status, body } = await askApi(test, 'POST', '/auth/register', {
    body: {
      email,
      password: 'Correct-horse1!',
      firstName: 'Ada',
      lastName: 'Lovelace',
      phone: '4155550123',
      countryCode: '+1',
    },
  });
  if (status !== 201) throw new Error(`Registration was answered ${status}: ${JSON.stringify(body)}`);
  const { token, user } = body as { token: string; user: { id: string; workspace: { id: string } } };
  return { token, userId: user.id, workspaceId: user.workspace.id, email };
}
