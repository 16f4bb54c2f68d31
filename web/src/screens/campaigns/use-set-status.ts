import type { CampaignStatus } from '@parley/contract/campaign-rules';
import type { Campaign } from '@parley/contract/campaigns';
import { successToast } from '@parley/contract/successes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { campaignsKey } from '../../api/campaign-keys.ts';
import { keepCampaign, setCampaignStatus } from '../../api/campaigns.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { toast } from '../../components/toasts.ts';

/** Runs, pauses or stops a campaign, and says so (CAMP-2). */
export function useSetStatus(
  { id }: Pick<Campaign, 'id'>,
  onSet?: () => void,
): { set: (status: CampaignStatus) => void; pending: CampaignStatus | undefined } {
  const cache = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (status: CampaignStatus) => setCampaignStatus(id, status),
    onSuccess: (campaign, status) => {
      keepCampaign(cache, campaign);
      toast.success(successToast('campaign_status_changed', { status }));
      onSet?.();
    },
    onError: (error) =>
      toast.error({
        title: failureTitle(error),
        message: failureMessage(error, 'campaign_status_not_changed'),
      }),
    onSettled: () => void cache.invalidateQueries({ queryKey: campaignsKey }),
  });
  return { set: mutate, pending: isPending ? variables : undefined };
}
