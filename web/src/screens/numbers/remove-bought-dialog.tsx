import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import type { PhoneNumber } from '@parley/contract/numbers';
import { formatNumberRow } from '@parley/contract/phone';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '../../api/failure-message.ts';
import { giveBackNumber } from '../../api/number-shops.ts';
import { numbersKey } from '../../api/numbers.ts';
import { useMay } from '../../components/allowed.tsx';
import { toast } from '../../components/toasts.ts';

type RemoveBoughtDialogProps = {
  number: PhoneNumber | undefined;
  /** Takes the number out of the workspace alone. */
  onStopUsing: (number: PhoneNumber) => void;
  onClose: () => void;
};

/** A bought number costs money: staff say whether it is given back, or only not used here any more. */
export function RemoveBoughtDialog({ number, onStopUsing, onClose }: RemoveBoughtDialogProps) {
  return (
    <Modal
      opened={number !== undefined}
      onClose={onClose}
      title={number && `Delete ${formatNumberRow(number.phone)}?`}
      size="md"
    >
      {number && <Choice key={number.id} number={number} onStopUsing={onStopUsing} onClose={onClose} />}
    </Modal>
  );
}

function Choice({ number, onStopUsing, onClose }: RemoveBoughtDialogProps & { number: PhoneNumber }) {
  const cache = useQueryClient();
  const [choice, setChoice] = useState('');
  const { may, reason } = useMay('manage');
  const text = formatNumberRow(number.phone);
  const giveBack = useMutation({
    mutationFn: () => giveBackNumber(number.id),
    onSuccess: () => {
      toast.success({ message: `${text} is given back.` });
      onClose();
    },
    onSettled: () => cache.invalidateQueries({ queryKey: numbersKey, refetchType: 'all' }),
  });
  const confirm = () => {
    if (choice === 'give-back') return giveBack.mutate();
    onStopUsing(number);
    onClose();
  };
  return (
    <Stack gap="lg">
      <Text>This number was bought here, and its carrier takes money for it every month.</Text>
      <Radio.Group value={choice} onChange={setChoice} aria-label={`What becomes of ${text}`}>
        <Stack gap="md">
          <Radio
            value="give-back"
            disabled={!may}
            label="Give it back to the carrier"
            description={
              reason ??
              'It costs nothing any more. Somebody else may get it then, and you may not get it again.'
            }
          />
          <Radio
            value="stop"
            label="Only stop using it here"
            description="Calls to it are refused here. It stays yours at the carrier, and goes on costing money."
          />
        </Stack>
      </Radio.Group>
      {giveBack.isError && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle size={20} />} title="Not given back yet">
          {failureMessage(giveBack.error, 'number_return_unheard')}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red.8" disabled={choice === ''} loading={giveBack.isPending} onClick={confirm}>
          {choice === 'give-back' ? 'Give back' : 'Delete'}
        </Button>
      </Group>
    </Stack>
  );
}
