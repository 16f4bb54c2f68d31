import type { z } from 'zod';
import type { Queries } from '../db/database.ts';

/** A kind of work done later, at least once: `run` must bear being run twice with the same data. */
export type JobDefinition<Data> = {
  /** `feature.verb`. */
  name: string;
  data: z.ZodType<Data>;
  /** Tries after the first, with growing pauses. Default 5. */
  retryLimit?: number;
  /** How many run at once in this process. Default 2. */
  concurrency?: number;
  /** Longest run before it counts as failed, in seconds. Default 300. */
  expireInSeconds?: number;
  /** Cron expression (UTC), for work that repeats. */
  cron?: string;
  run: (data: Data) => Promise<void>;
};

export interface Jobs {
  /** Declares a kind of work. Call it in every process before `start`, whatever its roles. */
  define<Data>(definition: JobDefinition<Data>): void;
  /** Stores the job with the caller's transaction: it exists if and only if that commits. */
  enqueue<Data>(
    queries: Queries,
    name: string,
    data: Data,
    options?: { startAfterSeconds?: number; singletonKey?: string },
  ): Promise<void>;
  /** Creates what the defined jobs need; with `works`, begins to run them. */
  start(options: { works: boolean }): Promise<void>;
  /** Waits for running jobs up to the limit. */
  stop(options: { graceMs: number }): Promise<void>;
}
