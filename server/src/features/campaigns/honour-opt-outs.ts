import type { Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { stopContactOfCall, stopContacts } from './contact-queries.ts';
import { addToCounts, type CampaignCounts } from './counts.ts';
import type { CampaignsNeeds } from './index.ts';

/**
 * Whoever asks not to be called again is not: a number that comes onto the do-not-call list leaves every campaign of the
 * workspace in the same transaction, and the contact whose call it was when that call ends. A wish that only the
 * summary of a call finds counts as much.
 */
export function honourOptOuts(
  { events, liveFeed }: Pick<Platform, 'events' | 'liveFeed'>,
  { doNotCall }: Pick<CampaignsNeeds, 'doNotCall'>,
): void {
  const save = async (
    tx: Transaction,
    workspaceId: string,
    changes: ReadonlyMap<string, Partial<CampaignCounts>>,
  ): Promise<void> => {
    for (const [campaignId, change] of changes) {
      await addToCounts(tx, campaignId, change);
      await liveFeed.publish(tx, workspaceId, { type: 'campaign.changed', campaignId });
    }
  };
  doNotCall.onListed(async (tx, workspaceId, phones) =>
    save(tx, workspaceId, await stopContacts(tx, { workspaceId, phones })),
  );
  // The dial loop has judged the call before: campaigns listen after it.
  events.onAll('call.ended', async (tx, workspaceId, ended) => {
    const calls = ended.map(({ data }) => data.call).filter(({ contact_id }) => contact_id !== null);
    const phones = calls.map(({ to_number }) => to_number);
    const listed = await doNotCall.listListed(tx, workspaceId, phones);
    for (const { to_number, contact_id: contactId } of calls) {
      if (contactId !== null && listed.has(to_number))
        await save(tx, workspaceId, await stopContactOfCall(tx, { workspaceId, contactId }));
    }
  });
  events.on('call.analysed', async (tx, workspaceId, { data: { call } }) => {
    if (call.disposition !== 'do_not_call' || call.is_test) return;
    const phone = call.direction === 'outbound' ? call.to_number : call.from_number;
    if (phone === '') return;
    await doNotCall.add(tx, workspaceId, {
      phones: [phone],
      source: 'analysis',
      words: call.summary.slice(0, 300),
      callId: call.id,
    });
    if (call.contact_id === null) return;
    await save(tx, workspaceId, await stopContactOfCall(tx, { workspaceId, contactId: call.contact_id }));
  });
}
