import { Button, Group, Stack, Text } from '@mantine/core';
import type { Connection, Vendor } from '@parley/contract/connections';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ConnectionValues,
  connectionsKey,
  createConnection,
  saveConnection,
  testConnection,
} from '../../api/connections.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { ConnectionForm } from '../../components/connection-form/connection-form.tsx';
import { SettingsDrawer } from '../../components/connection-form/settings-drawer.tsx';
import { toast } from '../../components/toasts.ts';
import { describeParts } from './part-words.ts';
import { TestResults } from './test-results.tsx';

/** What the drawer is about: a vendor, and the connection that is changed where there is one. */
export type DrawerSubject = { vendor: Vendor; connection?: Connection };

/** Connects a provider, or changes a connection, and tries it at once. */
export function ConnectionDrawer({
  subject,
  onClose,
}: {
  subject: DrawerSubject | undefined;
  onClose: () => void;
}) {
  return (
    <SettingsDrawer isOpen={subject !== undefined} onClose={onClose} title={subject?.vendor.name}>
      {subject && <Content subject={subject} onClose={onClose} />}
    </SettingsDrawer>
  );
}

function Content({ subject, onClose }: { subject: DrawerSubject; onClose: () => void }) {
  const { vendor } = subject;
  const cache = useQueryClient();
  // What was just made is changed by the next try, not made again.
  const [connection, setConnection] = useState(subject.connection);
  const [isEditing, setIsEditing] = useState(true);
  const test = useMutation({ mutationFn: testConnection });
  const save = useMutation({
    mutationFn: (values: ConnectionValues) =>
      connection ? saveConnection(connection.id, values) : createConnection(vendor.id, values),
    onSuccess: (saved) => {
      setConnection(saved);
      setIsEditing(false);
      test.mutate(saved.id);
      return cache.invalidateQueries({ queryKey: connectionsKey });
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'provider_not_saved') }),
  });
  const isBroken = test.isError || test.data?.some((part) => !part.is_working);
  return (
    <Stack gap="lg" pb="xl">
      <Text size="sm" c="dimmed">
        {describeParts(vendor.offers)}. Keys are stored encrypted and never shown again.
      </Text>
      {isEditing ? (
        <ConnectionForm
          vendor={vendor}
          connection={connection}
          isBusy={save.isPending}
          error={save.error}
          submitLabel={connection ? 'Save and test' : 'Connect and test'}
          onSubmit={(values) => save.mutate(values)}
          onCancel={onClose}
        />
      ) : (
        <>
          <Text fw={600}>{connection?.name} is saved.</Text>
          <TestResults isTesting={test.isPending} error={test.error} parts={test.data} />
          <Group justify="flex-end">
            {isBroken && (
              <Button variant="default" onClick={() => setIsEditing(true)}>
                Change the settings
              </Button>
            )}
            <Button onClick={onClose}>Done</Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
