import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { CopyBox } from '../../components/copy-box.tsx';

/** The secret to show, and why: it is new, it replaces one, or somebody asked for it. */
export type ShownSecret = { secret: string; reason: 'created' | 'rotated' | 'asked' } | undefined;

const sentences = {
  created: 'The webhook is added. Your server needs this secret to tell our events from forgeries.',
  rotated:
    'For the next 24 hours events are signed with the old secret too, so that you can change it calmly.',
  asked: 'Your server needs this secret to tell our events from forgeries.',
} as const;

/** Shows the secret that signs a webhook's events. */
export function SecretDialog({ shown, onClose }: { shown: ShownSecret; onClose: () => void }) {
  return (
    <Modal opened={shown !== undefined} onClose={onClose} title="Signing secret" size="lg">
      {shown && (
        <Stack gap="md">
          <Text>{sentences[shown.reason]}</Text>
          <CopyBox text={shown.secret} copyLabel="Copy the secret" />
          <Text size="sm" c="dimmed">
            Events are signed as{' '}
            <Anchor
              href="https://www.standardwebhooks.com"
              target="_blank"
              rel="noreferrer"
              underline="always"
              inherit
            >
              Standard Webhooks
            </Anchor>{' '}
            says; there are libraries that check them in most languages. You can look at the secret again at
            any time.
          </Text>
          <Group justify="flex-end">
            <Button onClick={onClose} data-autofocus>
              Done
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
