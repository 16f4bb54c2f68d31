import type { OptOutFacts } from '@parley/contract/workspace-events';
import type { Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertListed, type Listing } from './queries.ts';

/** Is told which numbers a workspace may not call any more, in the transaction that lists them. */
export type OnListed = (tx: Transaction, workspaceId: string, phones: readonly string[]) => Promise<void>;

export type NewListing = Pick<Listing, 'source'> & Partial<Listing> & { phones: readonly string[] };

/**
 * Puts numbers on the list and stops every campaign from calling them, in one transaction. Of numbers listed already
 * campaigns are told again: a contact may have come since. Returns how many are new to the list.
 */
export async function addNumbers(
  { events, liveFeed }: Pick<Platform, 'events' | 'liveFeed'>,
  listeners: readonly OnListed[],
  tx: Transaction,
  given: { workspaceId: string; listing: NewListing },
): Promise<number> {
  const { workspaceId, listing } = given;
  const { phones, source, note = '', words = '', callId = null, addedBy = null } = listing;
  const added = await insertListed(tx, workspaceId, phones, { source, note, words, callId, addedBy });
  for (const listener of listeners) await listener(tx, workspaceId, phones);
  if (added.length === 0) return 0;
  if (isOptOut(source))
    for (const phone of added)
      await events.publish(tx, workspaceId, {
        type: 'contact.opted_out',
        data: { opt_out: { phone, source, words, call_id: callId } },
      });
  await liveFeed.publish(tx, workspaceId, { type: 'do-not-call.changed' });
  return added.length;
}

function isOptOut(source: Listing['source']): source is OptOutFacts['source'] {
  return source === 'spoken' || source === 'key' || source === 'analysis';
}
