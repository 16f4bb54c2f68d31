import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Integration } from '@parley/contract/integrations';
import { IntegrationIcon } from './integration-icon.tsx';

type ConnectedDialogProps = {
  integration: Integration | undefined;
  onClose: () => void;
  onView: (name: string) => void;
};

/** Told once, when the way back from a vendor brought a connection (INTEG-2). */
export function ConnectedDialog({ integration, onClose, onView }: ConnectedDialogProps) {
  return (
    <Modal
      opened={integration !== undefined}
      onClose={onClose}
      title="Integration Connected Successfully!"
      size="md"
    >
      {integration && (
        <>
          <Group wrap="nowrap" align="flex-start">
            <IntegrationIcon integration={integration} size={44} />
            <Stack gap={4}>
              <Text fw={600}>
                {integration.display_name}
                {integration.account !== '' && ` · ${integration.account}`}
              </Text>
              <Text c="dimmed" size="sm">
                {integration.kind === 'calendar'
                  ? 'Agents can look up free times and book. View the integration to set your working hours.'
                  : 'View the integration to choose the channels and the calls that are told.'}
              </Text>
            </Stack>
          </Group>
          <Group justify="flex-end" mt="xl">
            <Button variant="default" onClick={onClose}>
              Continue Exploring
            </Button>
            <Button onClick={() => onView(integration.integration_name)} data-autofocus>
              View Integration
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}
