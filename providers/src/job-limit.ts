import { ProviderError } from '@parley/engine/interfaces/provider-error';

type Waiting = { start: () => void };

/** Runs a few jobs at a time; some more may wait, the rest is turned away. */
export class JobLimit {
  readonly #atOnce: number;
  readonly #waitingLimit: number;
  readonly #waiting: Waiting[] = [];
  #running = 0;

  constructor(limits: { atOnce: number; waiting: number }) {
    this.#atOnce = limits.atOnce;
    this.#waitingLimit = limits.waiting;
  }

  /** Jobs that run now. */
  get running(): number {
    return this.#running;
  }

  /**
   * Runs the job as soon as there is room. Rejects as the job does, with the signal's reason when it is
   * aborted while it waits, or with a ProviderError when too many wait already.
   */
  async run<Result>(job: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    // Who was started from the queue has taken over the place of the job that ended.
    if (this.#running < this.#atOnce) this.#running++;
    else await this.#wait(signal);
    try {
      return await job();
    } finally {
      const next = this.#waiting.shift();
      if (next) next.start();
      else this.#running--;
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.#waitingLimit) {
      return Promise.reject(new ProviderError('rate_limited', 'Too many jobs wait for this provider.'));
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      const onAbort = () => {
        const place = this.#waiting.indexOf(waiting);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(waiting);
    });
  }
}
