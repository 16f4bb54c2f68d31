import type { Contact } from '@parley/contract/campaigns';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { campaignKey, campaignsKey } from '../../api/campaign-keys.ts';
import { removeContacts, retryContacts } from '../../api/campaigns.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { toast } from '../../components/toasts.ts';
import { peopleOf } from './campaign-words.ts';

/** Some people by id, or all of a state. */
export type ContactChoice = { contact_ids: string[] } | { state: Contact['state'] };

/** Has people called once more, or takes them off the campaign, and says of how many that is true. */
export function useContactActions(
  campaignId: string,
  onDone?: () => void,
): {
  retry: (choice: ContactChoice) => void;
  remove: (choice: ContactChoice) => void;
  isBusy: boolean;
} {
  const cache = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ kind, choice }: { kind: 'retry' | 'remove'; choice: ContactChoice }) =>
      kind === 'retry' ? await retryContacts(campaignId, choice) : await removeContacts(campaignId, choice),
    onSuccess: (count, { kind }) => {
      const done = kind === 'retry' ? 'will be called once more' : 'taken off the campaign';
      if (count === 0) toast.info({ message: 'Nobody was changed: they are in another state by now.' });
      else toast.success({ message: `${peopleOf(count)} ${done}.` });
      onDone?.();
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'contacts_not_changed') }),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: campaignKey(campaignId) });
      void cache.invalidateQueries({ queryKey: campaignsKey });
    },
  });
  return {
    retry: (choice) => mutate({ kind: 'retry', choice }),
    remove: (choice) => mutate({ kind: 'remove', choice }),
    isBusy: isPending,
  };
}
