import type { AppError } from '@parley/contract/errors';
import type { Transaction } from '../../../platform/db/database.ts';
import type { AdmittedCall, PlacedCall } from '../../calls/index.ts';
import { addAllToCounts, addCallsMade, addToCounts } from '../counts.ts';
import { deleteClaimed, returnContact, saveDialed } from './attempt-queries.ts';
import type { ClaimedAttempt } from './claim-contacts.ts';
import type { Dialer } from './dialer.ts';
import { endCampaign } from './end-campaign.ts';
import { failClaimed } from './fail-claimed.ts';

/** How long a contact waits when lines or the process had no room for it. */
const noRoomMs = 2_000;

/**
 * Places the calls of claimed attempts of one workspace. The calls of one agent and their attempts are stored together,
 * so that no attempt is ever called twice; where no call came of it the contact waits again, or the campaign pauses for
 * what keeps it from calling.
 */
export async function placeAttempts(dialer: Dialer, attempts: readonly ClaimedAttempt[]): Promise<void> {
  for (const [agentId, own] of Map.groupBy(attempts, (attempt) => attempt.agentId)) {
    const placed = await placeForAgent(dialer, agentId, own).catch((error: unknown): PlacedCall[] => {
      dialer.platform.log.error('Campaign calls could not be placed.', {
        calls: own.length,
        error: String(error),
      });
      return own.map(() => ({ refusal: 'not_admitted' }));
    });
    for (const [at, attempt] of own.entries()) {
      const outcome = placed[at]!;
      if ('refusal' in outcome)
        await dialer.platform.db.transaction((tx) => settle(dialer, tx, attempt, outcome.refusal));
    }
    for (const { workspaceId, campaignId } of own) dialer.teller.tellChanged(workspaceId, campaignId);
  }
}

async function placeForAgent(
  dialer: Dialer,
  agentId: string,
  attempts: readonly ClaimedAttempt[],
): Promise<PlacedCall[]> {
  const { workspaceId } = attempts[0]!;
  const admit = async (tx: Transaction, calls: readonly AdmittedCall[]): Promise<ReadonlySet<string>> => {
    const wanted = calls.flatMap(({ callId, campaign }) =>
      campaign?.attemptId === undefined
        ? []
        : [{ callId, campaignId: campaign.campaignId, attemptId: campaign.attemptId }],
    );
    const admitted = await saveDialed(tx, dialer.processId, wanted);
    if (admitted.size === 0) return admitted;
    const dialed = wanted.filter(({ callId }) => admitted.has(callId));
    await addAllToCounts(
      tx,
      dialed.map(({ campaignId }) => ({ campaignId, changes: { callsMade: 1 } })),
    );
    await addCallsMade(tx, workspaceId, dialed.length);
    return admitted;
  };
  return await dialer.calls.placeCalls({
    workspaceId,
    agentId,
    isTest: false,
    admit,
    calls: attempts.map(({ id, campaignId, contactId, phone, fromNumber, fields }) => ({
      toNumber: phone,
      fields,
      fromNumber,
      campaign: { campaignId, contactId, attemptId: id },
    })),
  });
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
  refusal: AppError | 'not_admitted',
): Promise<void> {
  const { platform, nowMs } = dialer;
  const campaign = { workspaceId: attempt.workspaceId, id: attempt.campaignId };
  switch (refusal === 'not_admitted' ? refusal : refusal.code) {
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
      return await releaseClaim(tx, attempt.id, noRoomMs);
  }
}
