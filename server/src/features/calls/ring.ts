import { randomUUID } from 'node:crypto';
import type { CarrierService } from '@parley/carriers/carrier';
import type { CallDesk, CallToRun } from './call-desk.ts';
import { finishCall } from './finish-calls.ts';
import type { CallRow } from './tables.ts';

/** How long a number may ring. */
const usualRingMs = 45_000;

/** Runs a call of this process from its row: takes it over and rings the far end. */
export async function ring(
  desk: CallDesk,
  row: CallRow,
  call: Omit<CallToRun, 'legId'> & { service: CarrierService; ringMs?: number },
): Promise<{ whenPlaced: Promise<void> }> {
  const { service, ringMs = usualRingMs, ...toRun } = call;
  const legId = randomUUID();
  const running = await desk.run(row, { ...toRun, legId }).catch(async (error: unknown) => {
    // Nobody else would end it: the row is this process's for as long as it lives.
    await finishCall(desk.platform, row.id, 'internal_error');
    throw error;
  });
  const { fromNumber, toNumber, workspaceId } = row;
  // Seldom awaited: the caller has its row, and what becomes of it is told by events.
  const whenPlaced = service
    .placeCall({ legId, fromNumber, toNumber, workspaceId, ringMs })
    .then((leg) => desk.follow(running, leg))
    .catch((error: unknown) => {
      desk.platform.log.warn('A call could not be placed.', { callId: row.id, error: String(error) });
      running.end('carrier_failed');
    });
  return { whenPlaced };
}
