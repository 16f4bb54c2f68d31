import { listLostClaims, listUntoldEnds } from './attempt-queries.ts';
import type { Dialer } from './dialer.ts';
import { releaseClaim } from './place-attempts.ts';

/** Attempts mended in one go. */
const atOnce = 200;

export type MendNeeds = Dialer & {
  /** Tells of a call that ended what its transaction should have told. */
  finishAttemptOf(workspaceId: string, callId: string): Promise<void>;
};

/**
 * Gives back what a process that died had claimed and not called, once its lease is over, and ends attempts whose call
 * ended untold. Calls that died with their process are closed by the calls themselves. Any process may do it at any time.
 */
export async function mendAttempts(dialer: MendNeeds): Promise<number> {
  const { db, log } = dialer.platform;
  const lost = await listLostClaims(db.queries, atOnce);
  for (const id of lost) await db.transaction((tx) => releaseClaim(tx, id, 0));
  if (lost.length > 0)
    log.warn('Contacts claimed by a process that died wait again.', { contacts: lost.length });
  const untold = await listUntoldEnds(db.queries, atOnce);
  for (const { workspaceId, callId } of untold) await dialer.finishAttemptOf(workspaceId, callId);
  return lost.length + untold.length;
}
