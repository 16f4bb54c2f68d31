import type { Campaign } from '@parley/contract/campaigns';
import { AppError } from '@parley/contract/errors';
import { successToast } from '@parley/contract/successes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { campaignsKey } from '../../api/campaign-keys.ts';
import { deleteCampaign, dropCampaign } from '../../api/campaigns.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { toast } from '../../components/toasts.ts';

/** Deletes a campaign and says so (CAMP-2). */
export function useDeleteCampaign(onDone: () => void): {
  remove: (campaign: Campaign) => void;
  isRemoving: boolean;
} {
  const cache = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ id }: Campaign) => {
      try {
        await deleteCampaign(id);
      } catch (error) {
        // A colleague was quicker: it is gone, as was wanted.
        if (!(error instanceof AppError && error.code === 'campaign_not_found')) throw error;
      }
    },
    onSuccess: (_, { id }) => {
      dropCampaign(cache, id);
      toast.success(successToast('campaign_deleted'));
      onDone();
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'campaign_not_deleted') }),
    onSettled: () => void cache.invalidateQueries({ queryKey: campaignsKey }),
  });
  return { remove: mutate, isRemoving: isPending };
}
