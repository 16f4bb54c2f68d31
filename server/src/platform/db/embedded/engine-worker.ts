import { parentPort, workerData } from 'node:worker_threads';
import { startHousekeeping } from './housekeeping.ts';
import { openEngine } from './open-engine.ts';
import { openWireServer, type WireAddress } from './wire-server.ts';

/** What the thread of the embedded database is started with. */
export type EngineWorkerData = {
  dataDir: string;
  isDurable: boolean;
  address: WireAddress;
  idleInTransactionMs: number;
};

/** What it says. Its death is its `exit` event. */
export type EngineWorkerReport = { type: 'ready'; port: number } | { type: 'closed' };

/**
 * The thread that holds the embedded database: a slow query blocks this thread and no call. It ends when
 * the engine dies; whoever started it ends the process then.
 */
if (parentPort !== null) {
  const port = parentPort;
  const { dataDir, isDurable, address, idleInTransactionMs } = workerData as EngineWorkerData;
  const engine = await openEngine(dataDir, { isDurable });
  const server = await openWireServer(engine, address, { idleInTransactionMs });
  const housekeeping = startHousekeeping(engine, server.turns);
  port.once('message', async () => {
    housekeeping.stop();
    await server.close();
    await engine.close();
    port.postMessage({ type: 'closed' } satisfies EngineWorkerReport);
    port.close();
  });
  port.postMessage({ type: 'ready', port: server.port } satisfies EngineWorkerReport);
}
