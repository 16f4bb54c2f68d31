import type { Campaign } from '@parley/contract/campaigns';
import type { LiveEvent } from '@parley/contract/live-events';
import type { QueryClient } from '@tanstack/react-query';

/** Key of everything about campaigns: invalidating it refreshes the list, each campaign and its contacts. */
export const campaignsKey = ['campaigns'] as const;
export const campaignListKey = [...campaignsKey, 'list'] as const;
/** Key of one campaign, its contacts and its check. */
export const campaignKey = (id: string) => [...campaignsKey, 'one', id] as const;
/** Key of everything about the do-not-call list. */
export const doNotCallKey = ['do-not-call'] as const;

/** Puts how far a file is where the screens read its campaign. */
export function keepImportProgress(
  cache: QueryClient,
  { campaignId, state, progress, imported, refused }: LiveEvent & { type: 'campaign.imported' },
): void {
  const change = (campaign: Campaign): Campaign =>
    campaign.id !== campaignId || campaign.import === null
      ? campaign
      : { ...campaign, import: { ...campaign.import, state, progress, imported, refused } };
  cache.setQueryData<Campaign[]>(campaignListKey, (known) => known?.map(change));
  cache.setQueryData<Campaign>(campaignKey(campaignId), (known) => known && change(known));
}
