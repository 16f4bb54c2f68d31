import { AppError } from '@parley/contract/errors';
import type { PhoneNumber } from '@parley/contract/numbers';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { deleteNumber, type NumberPage, numbersKey } from '../../api/numbers.ts';
import { toast } from '../../components/toasts.ts';

const deletingKey = ['delete-number'] as const;

/**
 * Deletes numbers without a question (NUM-4): those on their way out are hidden at once, and are there again when it
 * fails. Several may be on their way at the same time.
 */
export function useDeleteNumber(): { remove: (number: PhoneNumber) => void; removing: ReadonlySet<string> } {
  const cache = useQueryClient();
  const removing = useMutationState({
    filters: { mutationKey: deletingKey, status: 'pending' },
    select: ({ state }) => (state.variables as PhoneNumber).id,
  });
  const { mutate } = useMutation({
    mutationKey: deletingKey,
    mutationFn: async ({ id }: PhoneNumber) => {
      try {
        await deleteNumber(id);
      } catch (error) {
        // A colleague was quicker: it is gone, as was wanted.
        if (!(error instanceof AppError && error.code === 'number_not_found')) throw error;
      }
    },
    onSuccess: (_, { id }) => {
      // Out of every page that is known, so that it does not come back until the list is read anew.
      cache.setQueriesData<NumberPage>({ queryKey: [...numbersKey, 'page'] }, (known) => {
        if (!known?.numbers.some((each) => each.id === id)) return known;
        return { numbers: known.numbers.filter((each) => each.id !== id), total: known.total - 1 };
      });
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'number_not_deleted') }),
    onSettled: () => cache.invalidateQueries({ queryKey: numbersKey }),
  });
  return { remove: mutate, removing: new Set(removing) };
}
