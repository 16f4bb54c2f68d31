import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { AppError, errorSentence } from '@parley/contract/errors';
import { numberNameMaxLength } from '@parley/contract/number-rules';
import { isFictionalNumber, toE164 } from '@parley/contract/phone';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { addSimulatedNumber, numberListQuery, numbersKey } from '../../api/numbers.ts';
import { toast } from '../../components/toasts.ts';
import { suggestNumber } from './suggest-number.ts';

type AddNumberDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** Called with how many numbers there are now; the new one is the last. */
  onAdded: (total: number) => void;
};

/** Adds a number of this machine, to try agents without an account. Local mode only. */
export function AddNumberDialog({ isOpen, onClose, onAdded }: AddNumberDialogProps) {
  const all = useQuery({ ...numberListQuery, enabled: isOpen });
  const taken = all.data?.map(({ phone }) => phone) ?? [];
  return (
    <Modal opened={isOpen} onClose={onClose} title="Add simulated number" size="md">
      {isOpen && !all.isPending && (
        <AddNumberForm
          suggested={suggestNumber(taken)}
          onClose={onClose}
          onAdded={() => onAdded(taken.length + 1)}
        />
      )}
    </Modal>
  );
}

type AddNumberFormProps = { suggested: string; onClose: () => void; onAdded: () => void };

function AddNumberForm({ suggested, onClose, onAdded }: AddNumberFormProps) {
  const cache = useQueryClient();
  const form = useForm({
    initialValues: { phone: suggested, name: '' },
    validate: {
      phone: (phone) =>
        isFictionalNumber(toE164(phone) ?? '') ? null : errorSentence('number_not_fictional'),
    },
  });
  const add = useMutation({
    mutationFn: ({ phone, name }: typeof form.values) =>
      addSimulatedNumber({ phone: toE164(phone) ?? phone, ...(name.trim() !== '' && { name: name.trim() }) }),
    onSuccess: async () => {
      // Pages looked at before, too: the one with the new number may be among them.
      await cache.invalidateQueries({ queryKey: numbersKey, refetchType: 'all' });
      onAdded();
      toast.success({ message: 'Phone number added.' });
      onClose();
    },
    onError: (error) => {
      if (error instanceof AppError && error.code === 'number_taken')
        return form.setFieldError('phone', error.message);
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'number_not_added') });
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <Stack gap="lg">
        <TextInput
          {...form.getInputProps('phone')}
          label="Number"
          description="Phones of this machine can ring it. It costs nothing and reaches nobody outside."
          type="tel"
          maxLength={24}
          data-autofocus
        />
        <TextInput
          {...form.getInputProps('name')}
          label="Name"
          description="Optional."
          placeholder="Primary Line"
          maxLength={numberNameMaxLength}
        />
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={add.isPending}>
          Add number
        </Button>
      </Group>
    </form>
  );
}
