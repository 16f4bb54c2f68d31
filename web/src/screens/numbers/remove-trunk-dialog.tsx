import type { Connection } from '@parley/contract/connections';
import { AppError } from '@parley/contract/errors';
import type { PhoneNumber } from '@parley/contract/numbers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { connectionsKey, removeConnection } from '../../api/connections.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { numbersKey } from '../../api/numbers.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { toast } from '../../components/toasts.ts';
import { nameNumbers } from './trunk-words.ts';

type RemoveTrunkDialogProps = {
  trunk: Connection | undefined;
  /** Numbers that go with it; undefined while they are not known. */
  numbers: readonly PhoneNumber[] | undefined;
  onClose: () => void;
};

/** Asks before a trunk is removed, for its numbers go with it. */
export function RemoveTrunkDialog({ trunk, numbers, onClose }: RemoveTrunkDialogProps) {
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: async (id: string) => {
      try {
        await removeConnection(id);
      } catch (error) {
        // A colleague was quicker: it is gone, as was wanted.
        if (!(error instanceof AppError && error.code === 'connection_not_found')) throw error;
      }
    },
    onSuccess: async () => {
      toast.success({ message: `${trunk?.name ?? 'It'} was removed.` });
      onClose();
      await Promise.all([
        cache.invalidateQueries({ queryKey: connectionsKey }),
        cache.invalidateQueries({ queryKey: numbersKey }),
      ]);
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'connection_not_removed') }),
  });
  return (
    <ConfirmDialog
      isOpen={trunk !== undefined}
      title={`Remove ${trunk?.name ?? 'it'}?`}
      confirmLabel="Remove"
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => trunk && remove.mutate(trunk.id)}
      onClose={onClose}
    >
      {describeLoss(numbers?.map(({ phone }) => phone))} {describeCosts(numbers)} Its passwords are forgotten.
      Past calls stay, and calls that run go on.
    </ConfirmDialog>
  );
}

function describeLoss(numbers: readonly string[] | undefined): string {
  if (numbers === undefined) return 'Its numbers go with it: calls to them are not answered here any more.';
  if (numbers.length === 0) return 'No number came with it.';
  return numbers.length === 1
    ? `${nameNumbers(numbers)} goes with it: calls to it are not answered here any more.`
    : `${nameNumbers(numbers)} go with it: calls to them are not answered here any more.`;
}

/** What was bought is not given back by leaving. */
function describeCosts(numbers: readonly PhoneNumber[] = []): string {
  const bought = numbers.filter((number) => number.bought_at !== null).map(({ phone }) => phone);
  if (bought.length === 0) return '';
  const go = bought.length === 1 ? 'was bought here and goes' : 'were bought here and go';
  return `${nameNumbers(bought)} ${go} on costing money: delete first what you want to give back.`;
}
