import { sql } from 'drizzle-orm';
import { Registry } from 'prom-client';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { describeOnEachDatabase } from '../db/testing.ts';
import type { Log } from '../log/log.ts';
import { silentLog } from '../log/open-log.ts';
import type { JobDefinition, Jobs } from './jobs.ts';
import { openJobs } from './open-jobs.ts';

const Numbered = z.object({ n: z.number() });
/** Longer than any test: what runs was told of, not found by looking. */
const neverMs = 3_600_000;

describeOnEachDatabase('Jobs', (test) => {
  // The embedded database has one process and one transaction at a time.
  const itOnPostgres = test.kind === 'postgres' ? it : () => undefined;
  const opened: Jobs[] = [];
  let count = 0;
  afterEach(async () => {
    for (const jobs of opened.splice(0)) await jobs.stop({ graceMs: 2_000 });
  });

  /** A queue of its own per test, so that tests do not meet. */
  const newName = (): string => {
    count += 1;
    return `test.job-${count}`;
  };
  const start = async (
    definition: Omit<JobDefinition<{ n: number }>, 'data'>,
    options: { works?: boolean; log?: Log; metrics?: Registry; database?: Database; pollMs?: number } = {},
  ): Promise<Jobs> => {
    const { database = test.database, log = silentLog, metrics = new Registry(), pollMs = 200 } = options;
    const jobs = openJobs({ database, log, metrics, pollMs });
    opened.push(jobs);
    jobs.define({ data: Numbered, ...definition });
    await jobs.start({ works: options.works ?? true });
    return jobs;
  };

  it('run soon after the transaction that stored them commits, and not before', async () => {
    const name = newName();
    const ran: number[] = [];
    const jobs = await start({ name, run: async ({ n }) => void ran.push(n) }, { pollMs: neverMs });
    await test.database.transaction(async (tx) => {
      await jobs.enqueue(tx, name, { n: 1 });
      await tx.execute(sql`select pg_sleep(0.05)`);
      expect(ran).toEqual([]);
    });
    // Nobody looks by himself: a notification is what makes it run.
    await expect.poll(() => ran).toEqual([1]);
  });

  it('do not exist when the transaction fails', async () => {
    const name = newName();
    const ran: number[] = [];
    const jobs = await start({ name, run: async ({ n }) => void ran.push(n) });
    const failed = test.database.transaction(async (tx) => {
      await jobs.enqueue(tx, name, { n: 1 });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await jobs.enqueue(test.database.queries, name, { n: 2 });
    await expect.poll(() => ran).toEqual([2]);
  });

  it('run no more at once than allowed, and a backlog runs without pauses', async () => {
    const name = newName();
    let running = 0;
    let most = 0;
    let done = 0;
    const run = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      done += 1;
    };
    const jobs = await start({ name, concurrency: 3, run }, { pollMs: neverMs });
    await test.database.transaction(async (tx) => {
      for (let n = 0; n < 30; n += 1) await jobs.enqueue(tx, name, { n });
    });
    await expect.poll(() => done).toBe(30);
    expect(most).toBe(3);
  });

  it('are tried again after a failure, with the error logged and counted', async () => {
    const name = newName();
    const warnings: unknown[] = [];
    const metrics = new Registry();
    let tries = 0;
    const run = async (): Promise<void> => {
      tries += 1;
      if (tries === 1) throw new Error('first');
    };
    const log = {
      ...silentLog,
      warn: (sentence: string, fields?: object) => void warnings.push([sentence, fields]),
    };
    const jobs = await start({ name, run }, { log, metrics });
    await jobs.enqueue(test.database.queries, name, { n: 1 });
    await expect.poll(() => tries).toBe(2);
    expect(warnings).toEqual([
      [
        'A job failed and will be tried again.',
        expect.objectContaining({ job: name, tries: 1, error: new Error('first') }),
      ],
    ]);
    await expect
      .poll(async () =>
        (await metrics.getSingleMetricAsString('parley_jobs_finished_total')).split('\n').slice(2),
      )
      .toEqual([
        `parley_jobs_finished_total{job="${name}",outcome="retried"} 1`,
        `parley_jobs_finished_total{job="${name}",outcome="done"} 1`,
      ]);
  });

  it('are kept among the dead letters when the last try failed', async () => {
    const name = newName();
    const errors: string[] = [];
    const log = { ...silentLog, error: (sentence: string) => void errors.push(sentence) };
    const run = async (): Promise<void> => {
      throw new Error('always');
    };
    const jobs = await start({ name, run, retryLimit: 0 }, { log });
    await jobs.enqueue(test.database.queries, name, { n: 7 });
    const findDead = async () =>
      (
        await test.database.pool.query(
          `select data, source_name from pgboss.job where name = 'dead-letters' and source_name = $1`,
          [name],
        )
      ).rows;
    await expect.poll(findDead).toEqual([{ data: { data: { n: 7 } }, source_name: name }]);
    expect(errors).toEqual(['A job failed for good and is kept among the dead letters.']);
  });

  it('wait once per key, and again once the waiting one has begun', async () => {
    const name = newName();
    const ran: number[] = [];
    const jobs = await start({ name, run: async ({ n }) => void ran.push(n) });
    await test.database.transaction(async (tx) => {
      await jobs.enqueue(tx, name, { n: 1 }, { singletonKey: 'same' });
      await jobs.enqueue(tx, name, { n: 2 }, { singletonKey: 'same' });
      await jobs.enqueue(tx, name, { n: 3 });
      await jobs.enqueue(tx, name, { n: 4 });
    });
    await expect.poll(() => ran.toSorted()).toEqual([1, 3, 4]);
    await jobs.enqueue(test.database.queries, name, { n: 5 }, { singletonKey: 'same' });
    await expect.poll(() => ran.toSorted()).toEqual([1, 3, 4, 5]);
  });

  it('wait as long as they were told to', async () => {
    const name = newName();
    const ran: number[] = [];
    const jobs = await start({ name, run: async ({ n }) => void ran.push(n) });
    await jobs.enqueue(test.database.queries, name, { n: 1 }, { startAfterSeconds: 2 });
    await jobs.enqueue(test.database.queries, name, { n: 2 });
    await expect.poll(() => ran).toEqual([2]);
    await expect.poll(() => ran).toEqual([2, 1]);
  });

  it('refuse data of another shape, unknown names, and to be defined late or twice', async () => {
    const name = newName();
    const jobs = await start({ name, run: async () => undefined });
    await expect(jobs.enqueue(test.database.queries, name, { n: 'x' })).rejects.toThrow();
    await expect(jobs.enqueue(test.database.queries, 'no.such', {})).rejects.toThrow(
      'The job no.such is not defined.',
    );
    const run = async (): Promise<void> => undefined;
    expect(() => jobs.define({ name: 'late', data: Numbered, run })).toThrow('before the start');
    const fresh = openJobs({ database: test.database, log: silentLog, metrics: new Registry() });
    fresh.define({ name: 'twice', data: Numbered, run });
    expect(() => fresh.define({ name: 'twice', data: Numbered, run })).toThrow('defined twice');
    await expect(fresh.enqueue(test.database.queries, 'twice', { n: 1 })).rejects.toThrow(
      'once they have started',
    );
  });

  it('stored by a process that does not work run in one that does', async () => {
    const name = newName();
    const ran: number[] = [];
    const giver = await start({ name, run: async () => void ran.push(-1) }, { works: false });
    await giver.enqueue(test.database.queries, name, { n: 1 });
    await start({ name, run: async ({ n }) => void ran.push(n) });
    await expect.poll(() => ran).toEqual([1]);
  });

  it('that run when the process stops are waited for', async () => {
    const name = newName();
    const begun = Promise.withResolvers<void>();
    let isDone = false;
    const run = async (): Promise<void> => {
      begun.resolve();
      await new Promise((resolve) => setTimeout(resolve, 100));
      isDone = true;
    };
    const jobs = await start({ name, run });
    await jobs.enqueue(test.database.queries, name, { n: 1 });
    await begun.promise;
    await jobs.stop({ graceMs: 5_000 });
    expect(isDone).toBe(true);
    const { rows } = await test.database.pool.query('select state from pgboss.job where name = $1', [name]);
    expect(rows).toEqual([{ state: 'completed' }]);
  });

  it('that take too long when the process stops are given back', async () => {
    const name = newName();
    const begun = Promise.withResolvers<void>();
    const never = new Promise<void>(() => undefined);
    const run = async (): Promise<void> => {
      begun.resolve();
      await never;
    };
    const jobs = await start({ name, run, expireInSeconds: 3 });
    await jobs.enqueue(test.database.queries, name, { n: 1 });
    await begun.promise;
    await jobs.stop({ graceMs: 20 });
    await jobs.stop({ graceMs: 20 });
    const { rows } = await test.database.pool.query('select state from pgboss.job where name = $1', [name]);
    expect(rows).toEqual([{ state: 'retry' }]);
  });

  itOnPostgres('are shared by two processes, each run once', async () => {
    const name = newName();
    const ran: number[] = [];
    const run = async ({ n }: { n: number }): Promise<void> => void ran.push(n);
    const [one] = await Promise.all([
      start({ name, run, concurrency: 1 }),
      start({ name, run, concurrency: 1 }, { database: await test.openSecond() }),
    ]);
    const all = Array.from({ length: 40 }, (_, n) => n);
    await test.database.transaction(async (tx) => {
      for (const n of all) await one.enqueue(tx, name, { n });
    });
    await expect.poll(() => ran.length).toBe(40);
    expect(ran.toSorted((a, b) => a - b)).toEqual(all);
  });

  it('are scheduled by their cron expression, and no more once it is gone', async () => {
    const name = newName();
    const schedules = async () =>
      (await test.database.pool.query('select cron, timezone from pgboss.schedule where name = $1', [name]))
        .rows;
    const jobs = await start({ name, run: async () => undefined, cron: '*/5 * * * *' });
    expect(await schedules()).toEqual([{ cron: '*/5 * * * *', timezone: 'UTC' }]);
    await jobs.stop({ graceMs: 100 });
    await start({ name, run: async () => undefined });
    expect(await schedules()).toEqual([]);
  });
});
