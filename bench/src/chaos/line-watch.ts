import type { Pool } from 'pg';

const everyMs = 500;

/**
 * Watches how long slots stay taken whose process is dead: calls of a process that no longer says it lives, and claims
 * whose lease has run out.
 */
export class LineWatch {
  longestHeldSeconds = 0;
  readonly #pool: Pool;
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> = Promise.resolve();
  #isLooking = false;

  constructor(pool: Pool) {
    this.#pool = pool;
    this.#timer = setInterval(() => {
      if (this.#isLooking) return;
      this.#isLooking = true;
      this.#looking = this.#look().finally(() => {
        this.#isLooking = false;
      });
    }, everyMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { rows } = await this.#pool.query<{ held: number | null }>(
      `select greatest(
         (select extract(epoch from max(now() - p.seen_at)) from calls c join call_processes p on p.id = c.process_id
          where c.state <> 'ended'),
         (select extract(epoch from max(now() - created_at)) from campaign_attempts where state = 'claimed')
       )::float8 as held`,
    );
    this.longestHeldSeconds = Math.max(this.longestHeldSeconds, rows[0]?.held ?? 0);
  }
}
