import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import { Counter, type Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import { newSortableKey } from '../db/new-id.ts';
import type { Log } from '../log/log.ts';
import { JobRunner, type StoredDefinition } from './job-runner.ts';
import type { JobDefinition, Jobs } from './jobs.ts';

/** Told the name of a queue when a job is stored in it. */
const channel = 'parley_jobs';
/** Where a job goes when its last try failed; pg-boss keeps the queue it came from beside it. */
const deadLetterQueue = 'dead-letters';
/** A day for what is done, two weeks for what is not. */
const keepDoneSeconds = 24 * 3600;
const keepWaitingSeconds = 14 * 24 * 3600;
/** Pauses between tries grow from 2 s and end at 10 minutes. */
const firstRetrySeconds = 2;
const longestRetrySeconds = 600;
/** A job whose process stopped saying that it lives is given to another after this time. */
export const heartbeatSeconds = 30;

/**
 * Opens the jobs of a database, stored by pg-boss in a schema of its own. Nothing runs before `start`.
 * A process that dies leaves its jobs to the others: they are tried again when its heartbeat is missed.
 */
export function openJobs(options: {
  database: Database;
  log: Log;
  metrics: Registry;
  /** The pause between two looks for what no notification told of. */
  pollMs?: number;
}): Jobs {
  const { database, log, metrics, pollMs = 2_000 } = options;
  const definitions = new Map<string, StoredDefinition>();
  const finished = new Counter({
    name: 'parley_jobs_finished_total',
    help: 'Runs of jobs by kind and outcome: done, retried, failed.',
    labelNames: ['job', 'outcome'],
    registers: [metrics],
  });
  let boss: PgBoss | undefined;
  let runner: JobRunner | undefined;
  let stopped: Promise<void> | undefined;

  const getDefinition = (name: string): StoredDefinition => {
    const definition = definitions.get(name);
    if (definition === undefined) throw new Error(`The job ${name} is not defined.`);
    return definition;
  };

  return {
    define<Data>(definition: JobDefinition<Data>): void {
      if (boss !== undefined) throw new Error(`The job ${definition.name} must be defined before the start.`);
      if (definitions.has(definition.name)) throw new Error(`The job ${definition.name} is defined twice.`);
      definitions.set(definition.name, toStored(definition));
    },

    async enqueue(queries, name, data, { startAfterSeconds, singletonKey } = {}) {
      if (boss === undefined) throw new Error('Jobs can be stored once they have started.');
      const parsed = getDefinition(name).parse(data);
      await boss.send(
        name,
        { data: parsed },
        {
          db: fromDrizzle(queries, sql),
          // The queue holds one waiting job per key; one without a key of its own gets a key nobody has.
          singletonKey: singletonKey ?? newSortableKey(),
          ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
        },
      );
      await queries.execute(sql`select pg_notify(${channel}, ${name})`);
    },

    async start({ works }) {
      if (boss !== undefined) throw new Error('Jobs have started already.');
      const opened = new PgBoss({
        db: { executeSql: async (text, values) => database.pool.query(text, values) },
        supervise: works,
        schedule: works,
        superviseIntervalSeconds: 15,
        monitorIntervalSeconds: 15,
        // Index rebuilds and vacuum checks are the operator's, and the embedded database's own.
        reindex: false,
        monitorVacuum: false,
      });
      opened.on('error', (error) => log.error('The job store reported an error.', { error }));
      opened.on('warning', (warning) =>
        log.warn('The job store reported a warning.', { warning: warning.message }),
      );
      await oneAtATime(database, async () => {
        await opened.start();
        await createQueues(opened, [...definitions.values()]);
      });
      boss = opened;
      if (!works) return;
      runner = new JobRunner({ boss: opened, definitions: [...definitions.values()], log, finished, pollMs });
      await runner.start((onName) => database.listen(channel, onName));
    },

    stop({ graceMs }) {
      stopped ??= (async () => {
        await runner?.stop(graceMs);
        await boss?.stop({ close: false, graceful: false });
      })();
      return stopped;
    },
  };
}

/** Any number that no other lock of ours has. */
const startLockKey = 7_205_241;

/**
 * Processes that start together create the job store one after another: "if not exists" does not keep two from
 * creating the same schema. Only PostgreSQL has several; a lock held on the embedded engine's one session would
 * stop the work itself.
 */
async function oneAtATime(database: Database, work: () => Promise<void>): Promise<void> {
  if (database.kind === 'embedded') return await work();
  const client = await database.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [startLockKey]);
    await work();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [startLockKey]);
    client.release();
  }
}

/** Parses at both ends, so that the runner needs to know no types. */
function toStored<Data>(definition: JobDefinition<Data>): StoredDefinition {
  const { name, data, run, cron, retryLimit = 5, concurrency = 2, expireInSeconds = 300 } = definition;
  return {
    name,
    cron,
    retryLimit,
    concurrency,
    expireInSeconds,
    parse: (given) => data.parse(given),
    run: (given) => run(data.parse(given)),
  };
}

async function createQueues(boss: PgBoss, definitions: readonly StoredDefinition[]): Promise<void> {
  const known = new Set((await boss.getQueues()).map((queue) => queue.name));
  // It must be there before a queue names it.
  if (!known.has(deadLetterQueue)) {
    await boss.createQueue(deadLetterQueue, { retentionSeconds: keepWaitingSeconds });
  }
  for (const { name, retryLimit, expireInSeconds, cron } of definitions) {
    const settings = {
      retryLimit,
      retryBackoff: true,
      retryDelay: firstRetrySeconds,
      retryDelayMax: longestRetrySeconds,
      expireInSeconds,
      heartbeatSeconds,
      retentionSeconds: keepWaitingSeconds,
      deleteAfterSeconds: keepDoneSeconds,
      deadLetter: deadLetterQueue,
    };
    // `short`: one waiting job per key, any number running.
    if (known.has(name)) await boss.updateQueue(name, settings);
    else await boss.createQueue(name, { ...settings, policy: 'short' });
    if (cron !== undefined) await boss.schedule(name, cron, { data: {} }, { tz: 'UTC' });
    // pg-boss reads a queue's settings at its first use, on a connection of its own: never inside the
    // transaction of the first `enqueue`.
    await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' });
  }
  const scheduled = new Set(definitions.filter(({ cron }) => cron !== undefined).map(({ name }) => name));
  for (const schedule of await boss.getSchedules()) {
    if (!scheduled.has(schedule.name) && definitions.some(({ name }) => name === schedule.name)) {
      await boss.unschedule(schedule.name);
    }
  }
}
