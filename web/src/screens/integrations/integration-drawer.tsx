import { Alert, Badge, Button, Divider, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { errorSentence } from '@parley/contract/errors';
import type { Integration } from '@parley/contract/integrations';
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { integrationSettingsQuery, integrationsKey, removeIntegration } from '../../api/integrations.ts';
import { Allowed } from '../../components/allowed.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { LoadFailed } from '../../components/notice.tsx';
import { toast } from '../../components/toasts.ts';
import { ConnectSection } from './connect-section.tsx';
import { IntegrationIcon } from './integration-icon.tsx';
import { StateBadge } from './state-badge.tsx';

const CalendarForm = lazy(async () => ({ default: (await import('./calendar-form.tsx')).CalendarForm }));
const MessageForm = lazy(async () => ({ default: (await import('./message-form.tsx')).MessageForm }));

/** Everything about one integration: how to connect it, how it is set, and how to remove it (INTEG-2). */
export function IntegrationDrawer({
  integration,
  onClose,
}: {
  integration: Integration | undefined;
  onClose: () => void;
}) {
  const isPhone = useMediaQuery('(max-width: 767.98px)') ?? false;
  const isOpen = integration?.is_live === true;
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size={isPhone ? '100%' : 560}
      title={isOpen && integration.display_name}
      styles={{ title: { fontSize: 20, fontWeight: 600, fontFamily: 'var(--mantine-font-family-headings)' } }}
    >
      {isOpen && <Details key={integration.integration_name} integration={integration} />}
    </Drawer>
  );
}

function Details({ integration }: { integration: Integration }) {
  const { display_name: name, category, description, state, account, id } = integration;
  return (
    <Stack gap="lg" pb="xl">
      <Group wrap="nowrap" align="flex-start">
        <IntegrationIcon integration={integration} size={52} />
        <div style={{ minWidth: 0 }}>
          <Group gap={8} mb={4}>
            <Badge variant="default">{category}</Badge>
            <StateBadge state={state} />
          </Group>
          <Text size="sm" c="dimmed">
            {description}
          </Text>
          {account !== '' && (
            <Text size="sm" mt={6} style={{ overflowWrap: 'anywhere' }}>
              Connected as <strong>{account}</strong>
            </Text>
          )}
        </div>
      </Group>
      {state === 'needs_reconnecting' && (
        <Alert color="red" icon={<IconAlertTriangle size={20} />} title="Needs reconnecting">
          {name} no longer accepts this connection: the permission was taken back, or it ran out. Connect
          again to go on; your settings are kept.
        </Alert>
      )}
      {state !== 'connected' && <ConnectSection integration={integration} />}
      {state === 'connected' && id !== null && <Settings id={id} />}
      {state !== 'not_connected' && <RemoveSection integration={integration} />}
    </Stack>
  );
}

function Settings({ id }: { id: string }) {
  const found = useQuery(integrationSettingsQuery(id));
  const loading = (
    <Stack role="status" aria-label="Loading settings">
      <Skeleton height={36} />
      <Skeleton height={36} />
      <Skeleton height={220} />
    </Stack>
  );
  if (found.isPending) return loading;
  if (!found.data)
    return (
      <LoadFailed
        message={failureMessage(found.error, 'integration_settings_not_loaded')}
        isBusy={found.isFetching}
        onRetry={() => void found.refetch()}
      />
    );
  const { settings, choices } = found.data;
  return (
    <Suspense fallback={loading}>
      {settings.kind === 'calendar' ? (
        <CalendarForm id={id} settings={settings} choices={choices} />
      ) : (
        <MessageForm id={id} settings={settings} choices={choices} />
      )}
    </Suspense>
  );
}

function RemoveSection({ integration }: { integration: Integration }) {
  const cache = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation({
    mutationFn: removeIntegration,
    onSuccess: () => cache.invalidateQueries({ queryKey: integrationsKey }),
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'integration_not_removed') }),
  });
  const confirm = () => {
    setIsAsking(false);
    if (integration.remove_path === null)
      toast.error({ message: errorSentence('remove_endpoint_not_found') });
    else remove.mutate(integration.remove_path);
  };
  return (
    <>
      <Divider />
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" style={{ flex: '1 1 220px' }}>
          Takes the permission back. Agents go on without it.
        </Text>
        <Allowed permission="manage">
          <Button
            color="red"
            variant="light"
            leftSection={<IconTrash size={17} stroke={1.8} />}
            disabled={remove.isPending}
            onClick={() => setIsAsking(true)}
          >
            {remove.isPending ? 'Removing...' : 'Remove Integration'}
          </Button>
        </Allowed>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Remove ${integration.display_name}?`}
        confirmLabel="Remove"
        isDangerous
        onConfirm={confirm}
        onClose={() => setIsAsking(false)}
      >
        Its settings are forgotten and the permission is taken back. What was booked or sent stays where it
        is.
      </ConfirmDialog>
    </>
  );
}
