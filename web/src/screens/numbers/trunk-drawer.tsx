import { Stack, Text } from '@mantine/core';
import type { Connection, Vendor } from '@parley/contract/connections';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ConnectionValues,
  connectionsKey,
  createConnection,
  saveConnection,
} from '../../api/connections.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { numbersKey } from '../../api/numbers.ts';
import { ConnectionForm } from '../../components/connection-form/connection-form.tsx';
import { SettingsDrawer } from '../../components/connection-form/settings-drawer.tsx';
import { toast } from '../../components/toasts.ts';

/** What the drawer is about: a carrier, and the trunk that is changed where there is one. */
export type TrunkSubject = { vendor: Vendor; trunk?: Connection };

/** Connects a trunk or an account, or changes one. Whether it works is told in the list, as soon as it is known. */
export function TrunkDrawer({
  subject,
  onClose,
}: {
  subject: TrunkSubject | undefined;
  onClose: () => void;
}) {
  return (
    <SettingsDrawer
      isOpen={subject !== undefined}
      onClose={onClose}
      title={subject && (subject.trunk?.name ?? `Connect a ${subject.vendor.name}`)}
    >
      {subject && <Content subject={subject} onClose={onClose} />}
    </SettingsDrawer>
  );
}

function Content({ subject: { vendor, trunk }, onClose }: { subject: TrunkSubject; onClose: () => void }) {
  const cache = useQueryClient();
  const save = useMutation({
    mutationFn: (values: ConnectionValues) =>
      trunk ? saveConnection(trunk.id, values) : createConnection(vendor.id, values),
    onSuccess: ({ name }) => {
      toast.success({ message: trunk ? `${name} is saved.` : `${name} is connected.` });
      onClose();
      return Promise.all([
        cache.invalidateQueries({ queryKey: connectionsKey }),
        // Its numbers come with it, and it may sell others.
        cache.invalidateQueries({ queryKey: numbersKey }),
      ]);
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'connection_not_saved') }),
  });
  return (
    <Stack gap="lg" pb="xl">
      <Text size="sm" c="dimmed">
        {vendor.about} Secrets are stored encrypted and never shown again.
      </Text>
      <ConnectionForm
        vendor={vendor}
        connection={trunk}
        isBusy={save.isPending}
        error={save.error}
        submitLabel={trunk ? 'Save' : 'Connect'}
        onSubmit={(values) => save.mutate(values)}
        onCancel={onClose}
      />
    </Stack>
  );
}
