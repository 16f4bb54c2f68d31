import { Worker } from 'node:worker_threads';
import { ProviderError } from '@parley/engine/interfaces/provider-error';
import type { FliteJob, FliteResult, Phone } from './flite-worker.ts';

export type FliteSpeech = { samples: Int16Array; sampleRateHz: number; phones: Phone[] };

export type FlitePoolOptions = {
  /** Threads at most; they start when there is work for them. */
  threads: number;
  /** Jobs that may wait. */
  queueLimit: number;
  /** A job that takes longer has gone wrong: its thread is ended. */
  jobLimitMs: number;
  /** The file a thread runs. */
  entry?: URL;
};

type WaitingJob = FliteJob & {
  resolve: (speech: FliteSpeech) => void;
  reject: (error: unknown) => void;
  /** Set while it waits: takes it out of the queue. */
  signal: AbortSignal;
  onAbort: () => void;
};

type Thread = { worker: Worker; job: WaitingJob | undefined; timer: NodeJS.Timeout | undefined };

/**
 * A few threads that synthesise, one job each at a time. An idle pool does not keep the process alive. A
 * thread that dies fails its job, and the next job starts another.
 */
export class FlitePool {
  readonly #options: FlitePoolOptions;
  readonly #queue: WaitingJob[] = [];
  readonly #threads = new Set<Thread>();
  #nextId = 1;
  #isClosed = false;

  constructor(options: FlitePoolOptions) {
    this.#options = options;
  }

  /** Threads that run now. */
  get threadCount(): number {
    return this.#threads.size;
  }

  /**
   * Synthesises plain ASCII text. Rejects with a ProviderError, or with the signal's reason when it is
   * aborted; a job that already runs ends by itself and its sound is dropped.
   */
  synthesise(request: { text: string; voice: string; signal: AbortSignal }): Promise<FliteSpeech> {
    const { text, voice, signal } = request;
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new ProviderError('unavailable', 'The synthesiser is closed.'));
      if (signal.aborted) return reject(signal.reason);
      if (this.#queue.length >= this.#options.queueLimit) {
        return reject(new ProviderError('rate_limited', 'Too many sentences wait for the synthesiser.'));
      }
      const onAbort = () => this.#abort(job);
      const job: WaitingJob = { id: this.#nextId++, text, voice, resolve, reject, signal, onAbort };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#queue.push(job);
      this.#next();
    });
  }

  /** Ends the threads; what waits is rejected. May be called twice. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const closed = new ProviderError('unavailable', 'The synthesiser was closed.');
    for (const job of this.#queue.splice(0)) this.#settle(job, () => job.reject(closed));
    await Promise.all([...this.#threads].map((thread) => this.#endThread(thread, closed)));
  }

  #abort(job: WaitingJob): void {
    const place = this.#queue.indexOf(job);
    if (place >= 0) this.#queue.splice(place, 1);
    job.reject(job.signal.reason);
  }

  #next(): void {
    if (this.#queue.length === 0 || this.#isClosed) return;
    const thread = this.#idleThread();
    if (!thread) return;
    const job = this.#queue.shift()!;
    thread.job = job;
    thread.worker.ref();
    thread.timer = setTimeout(() => {
      const error = new ProviderError('timed_out', 'The synthesiser did not finish a sentence in time.');
      void this.#endThread(thread, error);
    }, this.#options.jobLimitMs);
    thread.worker.postMessage({ id: job.id, text: job.text, voice: job.voice } satisfies FliteJob);
  }

  #idleThread(): Thread | undefined {
    for (const thread of this.#threads) if (!thread.job) return thread;
    if (this.#threads.size >= this.#options.threads) return undefined;
    const worker = new Worker(this.#options.entry ?? new URL('./flite-worker.ts', import.meta.url), {
      name: 'synthesiser',
      // Flags of the parent, such as those of a test runner, mean nothing here.
      execArgv: [],
    });
    const thread: Thread = { worker, job: undefined, timer: undefined };
    worker.unref();
    worker.on('message', (result: FliteResult) => this.#finish(thread, result));
    worker.on('error', (cause) => {
      const error = new ProviderError('unavailable', 'The synthesiser broke down.', { cause });
      void this.#endThread(thread, error);
    });
    worker.on('exit', () => {
      void this.#endThread(thread, new ProviderError('unavailable', 'The synthesiser ended by itself.'));
    });
    this.#threads.add(thread);
    return thread;
  }

  #finish(thread: Thread, result: FliteResult): void {
    const job = thread.job;
    if (!job || job.id !== result.id) return;
    clearTimeout(thread.timer);
    thread.job = undefined;
    thread.worker.unref();
    this.#settle(job, () => {
      if ('error' in result)
        job.reject(new ProviderError('malformed', `The synthesiser failed: ${result.error}`));
      else job.resolve(result);
    });
    this.#next();
  }

  async #endThread(thread: Thread, error: ProviderError): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.timer);
    const job = thread.job;
    thread.job = undefined;
    if (job) this.#settle(job, () => job.reject(error));
    this.#next();
    await thread.worker.terminate();
  }

  #settle(job: WaitingJob, settle: () => void): void {
    job.signal.removeEventListener('abort', job.onAbort);
    settle();
  }
}
