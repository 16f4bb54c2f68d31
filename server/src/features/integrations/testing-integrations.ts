import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Integration } from '@parley/contract/integrations';
import type { CallFacts } from '@parley/contract/workspace-events';
import type { Database } from '../../platform/db/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type Features, openFeatures } from '../../start/open-features.ts';
import {
  type Answer,
  askApi,
  openTestPlatform,
  registerUser,
  type TestPlatform,
  type TestUser,
} from '../../start/testing-platform.ts';

export type StoredJob = { name: string; data: unknown; startAfterSeconds: number | undefined };

/** Jobs that wait until the test runs them. */
export class RememberedJobs implements Jobs {
  readonly stored: StoredJob[] = [];
  readonly #runs = new Map<string, (data: unknown) => Promise<void>>();

  readonly define: Jobs['define'] = ({ name, data, run }) => {
    this.#runs.set(name, async (given) => await run(data.parse(given)));
  };
  readonly enqueue: Jobs['enqueue'] = async (_queries, name, data, options) => {
    this.stored.push({ name, data, startAfterSeconds: options?.startAfterSeconds });
  };
  readonly start = async (): Promise<void> => undefined;
  readonly stop = async (): Promise<void> => undefined;

  /** Runs a job as the runner would. */
  async run({ name, data }: StoredJob): Promise<void> {
    await this.#runs.get(name)!(data);
  }

  /** Takes the stored jobs of one kind. */
  take(name: string): StoredJob[] {
    const taken = this.stored.filter((job) => job.name === name);
    this.stored.splice(0, this.stored.length, ...this.stored.filter((job) => job.name !== name));
    return taken;
  }
}

export type IntegrationsTest = Omit<TestPlatform, 'jobs'> & {
  features: Features;
  jobs: RememberedJobs;
  user: TestUser;
  ask(method: string, path: string, body?: unknown, user?: TestUser): Promise<Answer>;
  findCard(name: string, user?: TestUser): Promise<Integration>;
  /** Goes the whole way: connect, allow, back. Answers where the browser ends up. */
  connect(path: string, allow: (authorizeUrl: string) => string, user?: TestUser): Promise<string>;
  /** The path and query of an address of ours, asked as a browser with the session would. */
  follow(url: string, user?: TestUser): Promise<string>;
  close(): Promise<void>;
};

/** The product over a test database, with jobs that the test runs itself. */
export async function openIntegrationsTest(
  db: Database,
  environment: Record<string, string>,
  email = 'ada@example.com',
): Promise<IntegrationsTest> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-integrations-'));
  const test = await openTestPlatform(db, {
    environment: { ROLES: 'api', DATA_DIR: dataDir, ...environment },
  });
  const jobs = new RememberedJobs();
  test.platform.jobs = jobs;
  const features = await openFeatures(test.platform, test.signIn, { nowMs: () => test.clock.nowMs });
  const user = await registerUser(test, email);

  const ask: IntegrationsTest['ask'] = (method, path, body, as = user) =>
    askApi(test, method, path, { token: as.token, ...(body !== undefined && { body }) });
  const follow: IntegrationsTest['follow'] = async (url, as = user) => {
    const { pathname, search } = new URL(url, 'http://localhost:3000');
    const { headers } = await ask('GET', pathname.replace('/api/v1', '') + search, undefined, as);
    return String(headers['location']);
  };
  return {
    ...test,
    features,
    jobs,
    user,
    ask,
    follow,
    async findCard(name, as = user) {
      const { body } = await ask('GET', '/integrations/fetch-integration', undefined, as);
      return (body as Integration[]).find((card) => card.integration_name === name)!;
    },
    async connect(path, allow, as = user) {
      return await follow(allow(await follow(`/auth-master/${path}/connect`, as)), as);
    },
    async close() {
      await features.close();
      await test.platform.http.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A call that was analysed. */
export function analysedCall(part: Partial<CallFacts> = {}): CallFacts {
  return {
    id: 'call_1',
    direction: 'inbound',
    agent_id: 'agt_1',
    agent_name: 'Front desk',
    from_number: '+14155550177',
    to_number: '+14155550100',
    is_test: false,
    created_at: '2026-11-23T15:00:00.000Z',
    answered_at: '2026-11-23T15:00:05.000Z',
    ended_at: '2026-11-23T15:01:10.000Z',
    duration_ms: 65_000,
    end_reason: 'goodbye',
    disposition: 'appointment_booked',
    sentiment: 'positive',
    median_response_ms: 800,
    campaign_id: null,
    contact_id: null,
    summary: 'A check-up was booked for Tuesday.',
    ...part,
  };
}
