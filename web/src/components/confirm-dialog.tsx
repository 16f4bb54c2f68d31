import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** A question before something that cannot be taken back. Cancelling has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={props.title} size="md">
      <Text component="div">{props.children}</Text>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          {props.cancelLabel ?? 'Cancel'}
        </Button>
        <Button
          {...(props.isDangerous && { color: 'red.8' })}
          loading={props.isBusy ?? false}
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
