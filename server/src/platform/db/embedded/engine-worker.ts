import { parentPort, workerData } from 'node:worker_threads';
import { startHousekeeping } from './housekeeping.ts';
import { type Engine, openEngine } from './open-engine.ts';
import { openWireServer, type WireAddress } from './wire-server.ts';

/** What the thread of the embedded database is started with. */
export type EngineWorkerData = {
  dataDir: string;
  isDurable: boolean;
  address: WireAddress;
  idleInTransactionMs: number;
  /** One number: since when a statement runs, in milliseconds since 1970; 0 while none does. */
  busySince: BigInt64Array<SharedArrayBuffer>;
};

/** What it says. Its death is its `exit` event. */
export type EngineWorkerReport = { type: 'ready'; port: number } | { type: 'dying'; reason: string };

/**
 * The thread that holds the embedded database: a slow query blocks this thread and no call. It ends when
 * the engine dies; whoever started it ends the process then.
 */
if (parentPort !== null) {
  const port = parentPort;
  const { dataDir, isDurable, address, idleInTransactionMs, busySince } = workerData as EngineWorkerData;
  const opened = await openEngine(dataDir, {
    isDurable,
    onDeath: (reason) => {
      port.postMessage({ type: 'dying', reason } satisfies EngineWorkerReport);
      // In a worker this ends the thread at once, and nothing else.
      process.exit(1);
    },
  });
  const engine: Engine = {
    ...opened,
    execute: (bytes) => {
      Atomics.store(busySince, 0, BigInt(Date.now()));
      const answer = opened.execute(bytes);
      Atomics.store(busySince, 0, 0n);
      return answer;
    },
  };
  const server = await openWireServer(engine, address, { idleInTransactionMs });
  const housekeeping = startHousekeeping(engine, server.turns);
  port.once('message', async () => {
    housekeeping.stop();
    await server.close();
    await engine.close();
    port.close();
  });
  port.postMessage({ type: 'ready', port: server.port } satisfies EngineWorkerReport);
}
