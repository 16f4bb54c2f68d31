import { AppError } from '@parley/contract/errors';
import type { Transaction } from '../../../platform/db/database.ts';
import { addCallMade, addToCounts } from '../counts.ts';
import { deleteClaimed, returnContact, saveDialed } from './attempt-queries.ts';
import type { ClaimedAttempt } from './claim-contacts.ts';
import type { Dialer } from './dialer.ts';
import { endCampaign } from './end-campaign.ts';
import { failClaimed } from './fail-claimed.ts';

/** How long a contact waits when lines or the process had no room for it. */
const noRoomMs = 2_000;

/** The call was about to be stored, but its attempt is no longer this process's to make. */
class ClaimLost extends Error {}

/**
 * Places the call of a claimed attempt. Its row and the attempt's are stored together, so that no attempt is ever called
 * twice; where no call came of it the contact waits again, or the campaign pauses for what keeps it from calling.
 */
export async function placeAttempt(dialer: Dialer, attempt: ClaimedAttempt): Promise<void> {
  const { platform, calls, processId } = dialer;
  const { id, workspaceId, campaignId, contactId } = attempt;
  try {
    await calls.placeCall({
      workspaceId,
      agentId: attempt.agentId,
      toNumber: attempt.phone,
      isTest: false,
      fields: attempt.fields,
      fromNumber: attempt.fromNumber,
      campaign: { campaignId, contactId, attemptId: id },
      onStored: async (tx, row) => {
        if (!(await saveDialed(tx, { id, processId }, row.id))) throw new ClaimLost();
        await addToCounts(tx, campaignId, { callsMade: 1 });
        await addCallMade(tx, workspaceId, row.createdAt);
      },
    });
  } catch (error) {
    await platform.db.transaction((tx) => settle(dialer, tx, attempt, error));
  }
  dialer.teller.tellChanged(workspaceId, campaignId);
}

/** Gives a claimed contact back; nothing happens once its call is stored. */
export async function releaseClaim(tx: Transaction, attemptId: string, delayMs: number): Promise<void> {
  const released = await deleteClaimed(tx, attemptId);
  if (released === undefined) return;
  const isWaiting = await returnContact(tx, released.contactId, delayMs);
  if (isWaiting) await addToCounts(tx, released.campaignId, { calling: -1, waiting: 1 });
}

async function settle(
  dialer: Dialer,
  tx: Transaction,
  attempt: ClaimedAttempt,
  error: unknown,
): Promise<void> {
  const { platform, nowMs } = dialer;
  const campaign = { workspaceId: attempt.workspaceId, id: attempt.campaignId };
  const code = error instanceof AppError ? error.code : undefined;
  switch (code) {
    case 'number_invalid':
      return await failClaimed(tx, attempt, 'number_unreachable', nowMs());
    case 'no_route_for_number':
      return await failClaimed(tx, attempt, 'carrier_failed', nowMs());
    case 'email_unverified':
      await releaseClaim(tx, attempt.id, 0);
      return await endCampaign(platform, tx, campaign, 'email_unverified');
    case 'agent_not_found':
      await releaseClaim(tx, attempt.id, 0);
      return await endCampaign(platform, tx, campaign, 'no_agent');
    default:
      // Without room, or of a campaign that was paused this moment: it costs the person nothing.
      if (code === undefined && !(error instanceof ClaimLost)) {
        platform.log.error('A campaign call could not be placed.', {
          attemptId: attempt.id,
          error: String(error),
        });
      }
      return await releaseClaim(tx, attempt.id, noRoomMs);
  }
}
