import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Counter } from 'prom-client';
import type { Log } from '../log/log.ts';

/** A job's definition with its types closed over. */
export type StoredDefinition = {
  name: string;
  cron: string | undefined;
  retryLimit: number;
  concurrency: number;
  expireInSeconds: number;
  parse: (data: unknown) => object | unknown;
  run: (data: unknown) => Promise<void>;
};

/** A third of what pg-boss waits before it gives a job to another process. */
const touchMs = 10_000;

type Running = { job: JobWithMetadata<{ data: unknown }>; ended: Promise<void> };

/**
 * Runs the stored jobs of a process: fetches as many of each kind as there are free places, at once when
 * one is stored or a place becomes free, and every `pollMs`. (pg-boss's own workers wait out an interval
 * after each batch, or hold a free place for the slowest job of a batch.)
 */
export class JobRunner {
  readonly #boss: PgBoss;
  readonly #definitions: ReadonlyMap<string, StoredDefinition>;
  readonly #log: Log;
  readonly #finished: Counter<'job' | 'outcome'>;
  readonly #pollMs: number;
  readonly #running = new Map<string, Map<string, Running>>();
  readonly #fetching = new Map<string, { isAskedAgain: boolean; ended: Promise<void> }>();
  readonly #timers: NodeJS.Timeout[] = [];
  #stopListening: (() => Promise<void>) | undefined;
  #isStopping = false;

  constructor(options: {
    boss: PgBoss;
    definitions: readonly StoredDefinition[];
    log: Log;
    finished: Counter<'job' | 'outcome'>;
    /** Retries, delayed jobs and what a lost notification told of are found by asking this often. */
    pollMs: number;
  }) {
    this.#boss = options.boss;
    this.#definitions = new Map(options.definitions.map((definition) => [definition.name, definition]));
    this.#log = options.log;
    this.#finished = options.finished;
    this.#pollMs = options.pollMs;
    for (const { name } of options.definitions) this.#running.set(name, new Map());
  }

  async start(listen: (onName: (name: string) => void) => Promise<() => Promise<void>>): Promise<void> {
    this.#stopListening = await listen((name) => this.#wake(name));
    this.#timers.push(setInterval(() => this.#wakeAll(), this.#pollMs));
    this.#timers.push(setInterval(() => void this.#touch(), touchMs));
    this.#wakeAll();
  }

  /** Takes no more jobs, waits for those that run, and gives back what is not done in time. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#stopListening?.();
    const running = (): Running[] => [...this.#running.values()].flatMap((jobs) => [...jobs.values()]);
    const idle = (async () => {
      await Promise.all([...this.#fetching.values()].map(({ ended }) => ended));
      await Promise.all(running().map(({ ended }) => ended));
    })();
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([idle, tooLate]);
    clearTimeout(timer);
    for (const { job } of running()) {
      this.#log.warn('A job was given back because the process stops.', { job: job.name, jobId: job.id });
      await this.#settle(job, () =>
        this.#boss.fail(job.name, attemptOf(job), { reason: 'The process stopped.' }),
      );
    }
  }

  #wakeAll(): void {
    for (const name of this.#definitions.keys()) this.#wake(name);
  }

  #wake(name: string): void {
    const definition = this.#definitions.get(name);
    if (definition === undefined || this.#isStopping) return;
    const fetching = this.#fetching.get(name);
    if (fetching !== undefined) {
      fetching.isAskedAgain = true;
      return;
    }
    const state = { isAskedAgain: false, ended: Promise.resolve() };
    this.#fetching.set(name, state);
    state.ended = this.#fetch(definition, state);
  }

  async #fetch(definition: StoredDefinition, state: { isAskedAgain: boolean }): Promise<void> {
    const { name, concurrency } = definition;
    const running = this.#running.get(name);
    try {
      const free = concurrency - (running?.size ?? 0);
      if (free <= 0 || running === undefined) return;
      const jobs = await this.#boss.fetch<{ data: unknown }>(name, {
        batchSize: free,
        includeMetadata: true,
      });
      for (const job of jobs) running.set(job.id, { job, ended: this.#run(definition, job) });
      // A full batch may have left more behind.
      if (jobs.length === free) state.isAskedAgain = true;
    } catch (error) {
      this.#log.error('Jobs could not be fetched.', { job: name, error });
      state.isAskedAgain = false;
    } finally {
      this.#fetching.delete(name);
    }
    if (state.isAskedAgain && (running?.size ?? 0) < concurrency) this.#wake(name);
  }

  async #run(definition: StoredDefinition, job: Running['job']): Promise<void> {
    const { name, expireInSeconds } = definition;
    const startedAt = performance.now();
    const fields = { job: name, jobId: job.id, tries: job.retryCount + 1 };
    try {
      await within(expireInSeconds * 1000, definition.run(job.data?.data ?? {}));
      await this.#settle(job, () => this.#boss.complete(name, attemptOf(job)));
      this.#finished.inc({ job: name, outcome: 'done' });
      this.#log.debug('A job is done.', { ...fields, ms: Math.round(performance.now() - startedAt) });
    } catch (error) {
      const isLast = job.retryCount >= job.retryLimit;
      this.#finished.inc({ job: name, outcome: isLast ? 'failed' : 'retried' });
      if (isLast)
        this.#log.error('A job failed for good and is kept among the dead letters.', { ...fields, error });
      else this.#log.warn('A job failed and will be tried again.', { ...fields, error });
      const reason = error instanceof Error ? error.name : 'Unknown';
      await this.#settle(job, () => this.#boss.fail(name, attemptOf(job), { reason }));
    } finally {
      this.#running.get(name)?.delete(job.id);
      this.#wake(name);
    }
  }

  /** What cannot be settled now is tried again by whoever misses its heartbeat: jobs run at least once. */
  async #settle(job: Running['job'], write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      this.#log.error('The outcome of a job could not be stored.', { job: job.name, jobId: job.id, error });
    }
  }

  async #touch(): Promise<void> {
    for (const [name, jobs] of this.#running) {
      if (jobs.size === 0) continue;
      await this.#boss
        .touch(
          name,
          [...jobs.values()].map(({ job }) => attemptOf(job)),
        )
        .catch((error: unknown) =>
          this.#log.warn('The heartbeat of jobs could not be stored.', { job: name, error }),
        );
    }
  }
}

/** Limits what is written to the try that was fetched: a later one of another process is left alone. */
function attemptOf(job: Running['job']): { id: string; retryCount: number } {
  return { id: job.id, retryCount: job.retryCount };
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The job took longer than ${limitMs} ms.`)), limitMs);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
