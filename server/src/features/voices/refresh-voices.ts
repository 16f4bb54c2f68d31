import { ProviderError } from '@parley/engine/interfaces/provider-error';
import type { Platform } from '../../platform/platform.ts';
import type { ConnectionsFeature } from '../connections/index.ts';
import { planListing } from './plan-listing.ts';
import {
  accountVoiceLimit,
  claimListing,
  listVoicesOfVendor,
  lockVoices,
  markGone,
  saveAccountVoices,
} from './queries.ts';

export const refreshVoicesJob = 'voices.refresh';

/** How long a list of an account's voices counts as fresh, in ms: a voice just made at the vendor is soon there. */
const freshMs = 5 * 60_000;
/** Longest an account may take to list its voices, in ms. */
const listLimitMs = 30_000;

/** Has the accounts asked for their voices whose lists are not fresh. Screens hear of what changes. */
export async function refreshStaleVoices(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  workspaceId: string,
  vendors: readonly string[],
  now: Date,
): Promise<void> {
  if (vendors.length === 0) return;
  await db.transaction(async (tx) => {
    const staleBefore = new Date(now.getTime() - freshMs);
    for (const vendor of vendors)
      if (await claimListing(tx, { workspaceId, vendor, now, staleBefore }))
        await jobs.enqueue(tx, refreshVoicesJob, { workspaceId, vendor });
  });
}

/**
 * Takes over what an account lists now. Voices it has no longer are marked, never removed: agents may have them. A
 * refusal of the account is logged and waits for the next time; anything else is tried again.
 */
export async function refreshVoices(
  { db, liveFeed, log }: Pick<Platform, 'db' | 'liveFeed' | 'log'>,
  connections: Pick<ConnectionsFeature, 'listVoices'>,
  { workspaceId, vendor }: { workspaceId: string; vendor: string },
): Promise<void> {
  const listed = await connections
    .listVoices(workspaceId, vendor, AbortSignal.timeout(listLimitMs))
    .catch((error: unknown) => {
      if (!(error instanceof ProviderError) || error.isRetryable) throw error;
      log.warn('An account did not tell its voices.', { workspaceId, vendor, kind: error.kind });
      return undefined;
    });
  if (listed === undefined) return;
  await db.transaction(async (tx) => {
    await lockVoices(tx, workspaceId);
    const known = await listVoicesOfVendor(tx, workspaceId, vendor);
    const { changed, goneIds } = planListing(known, listed, accountVoiceLimit);
    if (changed.length === 0 && goneIds.length === 0) return;
    await saveAccountVoices(tx, { workspaceId, vendor }, changed);
    await markGone(tx, workspaceId, goneIds);
    await liveFeed.publish(tx, workspaceId, { type: 'voices.changed' });
  });
}
