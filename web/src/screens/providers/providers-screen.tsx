import { Button, Card, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { Connection, Vendor } from '@parley/contract/connections';
import { errorSentence } from '@parley/contract/errors';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { connectionsKey, providersQuery, removeConnection } from '../../api/connections.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { Allowed } from '../../components/allowed.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { readSettingFields } from '../../components/connection-form/setting-fields.ts';
import { LinkButton } from '../../components/links.tsx';
import { LoadFailed } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { toast } from '../../components/toasts.ts';
import type { DrawerSubject } from './connection-drawer.tsx';
import { ConnectionRow } from './connection-row.tsx';
import { describeParts, partOrder, partWords } from './part-words.ts';
import classes from './providers.module.css';

// The form is no part of the first load.
const ConnectionDrawer = lazy(async () => ({
  default: (await import('./connection-drawer.tsx')).ConnectionDrawer,
}));

/** Who hears, thinks and speaks for the agents: what is in use, what is connected, and what can be. */
export function ProvidersScreen() {
  const found = useQuery(providersQuery);
  const [subject, setSubject] = useState<DrawerSubject>();
  const [removing, setRemoving] = useState<Connection>();
  const { vendors = [], connections = [] } = found.data ?? {};
  const vendorOf = (id: string) => vendors.find((vendor) => vendor.id === id);
  return (
    <>
      <PageHeader
        title="Providers"
        subtitle="Who hears, thinks and speaks for your agents"
        actions={
          <LinkButton to="/app/integrations" variant="default" leftSection={<IconArrowLeft size={18} />}>
            Integrations
          </LinkButton>
        }
      />
      {found.isPending && (
        <Stack gap="lg" role="status" aria-label="Loading providers">
          <Skeleton height={150} radius="lg" />
          <Skeleton height={84} radius="lg" />
          <Skeleton height={180} radius="lg" />
        </Stack>
      )}
      {found.isError && !found.data && (
        <Card>
          <LoadFailed
            message={errorSentence('providers_not_loaded')}
            isBusy={found.isFetching}
            onRetry={() => void found.refetch()}
          />
        </Card>
      )}
      {found.data && (
        <Stack gap="xl">
          <InUse connections={connections} />
          <section aria-labelledby="connected-providers">
            <Title order={2} mb="sm" id="connected-providers">
              Ready for calls
            </Title>
            {!connections.some(({ source }) => source === 'workspace') && (
              <Text c="dimmed" mb="sm">
                Nothing of your own is connected yet. Calls work with what is listed here; connect a provider
                below for voices and understanding of full quality.
              </Text>
            )}
            <ul className={classes['list']}>
              {connections.map((connection) => {
                const vendor = vendorOf(connection.vendor);
                return (
                  <ConnectionRow
                    key={connection.id}
                    connection={connection}
                    vendorName={vendor?.name}
                    onChange={() => vendor && setSubject({ vendor, connection })}
                    onRemove={() => setRemoving(connection)}
                  />
                );
              })}
            </ul>
          </section>
          <VendorCards vendors={vendors} onConnect={(vendor) => setSubject({ vendor })} />
        </Stack>
      )}
      <Suspense>
        <ConnectionDrawer subject={subject} onClose={() => setSubject(undefined)} />
      </Suspense>
      <RemoveDialog connection={removing} onClose={() => setRemoving(undefined)} />
    </>
  );
}

/** Which connection serves each part of a call: the first of the list that offers it. */
function InUse({ connections }: { connections: readonly Connection[] }) {
  return (
    <Card component="section" aria-labelledby="providers-in-use">
      <Title order={2} mb="md" id="providers-in-use">
        In use now
      </Title>
      <dl className={classes['uses']}>
        {partOrder.map((part) => {
          const serving = connections.find(({ offers }) => offers.includes(part));
          return (
            <div key={part}>
              <dt>{partWords[part].label}</dt>
              <dd>
                <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {serving?.name ?? 'Not connected'}
                </Text>
                <Text size="sm" c="dimmed">
                  {partWords[part].about}
                </Text>
              </dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}

function VendorCards({
  vendors,
  onConnect,
}: {
  vendors: readonly Vendor[];
  onConnect: (vendor: Vendor) => void;
}) {
  // What takes no settings is there already.
  const connectable = vendors.filter((vendor) => readSettingFields(vendor.settingsSchema).length > 0);
  return (
    <section aria-labelledby="connect-provider">
      <Title order={2} mb="sm" id="connect-provider">
        Connect a provider
      </Title>
      <ul className={classes['grid']}>
        {connectable.map((vendor) => (
          <Card component="li" key={vendor.id} className={classes['card']}>
            <Title order={3} size="h3">
              {vendor.name}
            </Title>
            <Text size="sm" c="dimmed" className={classes['about'] ?? ''}>
              {describeParts(vendor.offers)}.
            </Text>
            <Allowed permission="manage">
              <Button
                fullWidth
                aria-label={`Connect ${vendor.name}`}
                aria-haspopup="dialog"
                onClick={() => onConnect(vendor)}
              >
                Connect
              </Button>
            </Allowed>
          </Card>
        ))}
      </ul>
    </section>
  );
}

function RemoveDialog({ connection, onClose }: { connection: Connection | undefined; onClose: () => void }) {
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: removeConnection,
    onSuccess: () => {
      toast.success({ message: `${connection?.name ?? 'It'} was removed.` });
      onClose();
      return cache.invalidateQueries({ queryKey: connectionsKey });
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'provider_not_removed') }),
  });
  return (
    <ConfirmDialog
      isOpen={connection !== undefined}
      title={`Remove ${connection?.name ?? 'provider'}?`}
      confirmLabel="Remove"
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => connection && remove.mutate(connection.id)}
      onClose={onClose}
    >
      Its key is forgotten. The next calls use what else is connected, or what is included; calls that run go
      on as they are.
    </ConfirmDialog>
  );
}
