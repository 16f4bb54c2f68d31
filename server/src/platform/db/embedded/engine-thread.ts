import { Worker } from 'node:worker_threads';
import type { Log } from '../../log/log.ts';
import type { EngineWorkerData, EngineWorkerReport } from './engine-worker.ts';

/** The running thread of the embedded database. */
export interface EngineThread {
  /** Port of a loopback socket; 0 for a socket file. */
  readonly port: number;
  /** Closes the engine and ends the thread. */
  stop(): Promise<void>;
}

export type EngineThreadOptions = Omit<EngineWorkerData, 'busySince'> & {
  log: Log;
  /** The thread ended by itself. */
  onDeath: () => void;
  /** A statement that runs longer holds up everything and is taken for a dead engine. */
  stuckAfterMs: number;
};

/** A close takes one checkpoint; a thread that takes longer is stopped, which loses nothing. */
const closeMaxMs = 20_000;

/** Starts the thread and watches over it. Rejects when the engine cannot open its directory. */
export async function startEngineThread(options: EngineThreadOptions): Promise<EngineThread> {
  const { log, onDeath, stuckAfterMs, ...data } = options;
  const busySince = new BigInt64Array(new SharedArrayBuffer(8));
  const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), {
    name: 'embedded database',
    execArgv: [],
    workerData: { ...data, busySince } satisfies EngineWorkerData,
  });
  let failure: unknown;
  worker.on('error', (error) => {
    failure = error;
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const ready = new Promise<number>((resolve) => {
    worker.on('message', (report: EngineWorkerReport) => {
      if (report.type === 'ready') resolve(report.port);
      else failure = new Error(report.reason);
    });
  });
  const port = await Promise.race([ready, exited]);
  if (port === undefined) {
    throw new Error(`The embedded database in ${data.dataDir} did not start.`, { cause: failure });
  }

  let isStopping = false;
  const watch = setInterval(
    () => {
      const since = Number(Atomics.load(busySince, 0));
      if (since === 0 || Date.now() - since < stuckAfterMs) return;
      failure = new Error(`A statement ran longer than ${stuckAfterMs} ms.`);
      void worker.terminate();
    },
    Math.min(5_000, stuckAfterMs),
  );
  watch.unref();
  void exited.then(() => {
    clearInterval(watch);
    if (isStopping) return;
    log.error('The embedded database died; the process ends so that it can be started again.', {
      error: failure,
    });
    onDeath();
  });
  return {
    port,
    async stop() {
      isStopping = true;
      worker.postMessage('close');
      const deadline = setTimeout(() => void worker.terminate(), closeMaxMs);
      await exited;
      clearTimeout(deadline);
    },
  };
}
