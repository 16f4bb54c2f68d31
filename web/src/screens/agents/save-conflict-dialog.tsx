import { Button, Group, Modal, Text } from '@mantine/core';
import type { VoiceAgent } from '@parley/contract/agents';
import { formatEditedTime } from '../../components/format.ts';

type SaveConflictDialogProps = {
  theirs: VoiceAgent | undefined;
  isBusy: boolean;
  onTakeTheirs: (theirs: VoiceAgent) => void;
  onKeepMine: (theirs: VoiceAgent) => void;
  onClose: () => void;
};

/** Somebody else saved the agent meanwhile: the user chooses whose text stays. */
export function SaveConflictDialog({
  theirs,
  isBusy,
  onTakeTheirs,
  onKeepMine,
  onClose,
}: SaveConflictDialogProps) {
  return (
    <Modal
      opened={theirs !== undefined}
      onClose={onClose}
      title="This agent was saved by someone else"
      size="lg"
    >
      {theirs && (
        <>
          <Text>
            {theirs.edited_by === '' ? 'Someone' : theirs.edited_by} saved version {theirs.version} at{' '}
            <span className="num nowrap">{formatEditedTime(theirs.updated_at)}</span>, while you were editing.
          </Text>
          <Text c="dimmed" mt="xs">
            Reloading drops your changes. Keeping yours saves them as the next version, in place of theirs.
          </Text>
          <Group justify="flex-end" mt="xl" gap="xs">
            <Button variant="subtle" color="gray" onClick={onClose}>
              Go on editing
            </Button>
            <Button variant="default" onClick={() => onTakeTheirs(theirs)}>
              Reload theirs
            </Button>
            <Button loading={isBusy} onClick={() => onKeepMine(theirs)}>
              Keep mine and save
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}
