import { Button, Card, Group, Skeleton, Text, Title } from '@mantine/core';
import type { Connection } from '@parley/contract/connections';
import type { PhoneNumber } from '@parley/contract/numbers';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { trunkStatesQuery, trunksQuery } from '../../api/connections.ts';
import { failureMessage } from '../../api/failure-message.ts';
import { numberListQuery } from '../../api/numbers.ts';
import { Allowed } from '../../components/allowed.tsx';
import { readSettingFields } from '../../components/connection-form/setting-fields.ts';
import { LoadFailed } from '../../components/notice.tsx';
import classes from './numbers.module.css';
import { RemoveTrunkDialog } from './remove-trunk-dialog.tsx';
import { TrunkCard } from './trunk-card.tsx';
import type { TrunkSubject } from './trunk-drawer.tsx';

// What is opened now and then is no part of the first load.
const TrunkDrawer = lazy(async () => ({ default: (await import('./trunk-drawer.tsx')).TrunkDrawer }));
const TestRingDialog = lazy(async () => ({
  default: (await import('./test-ring-dialog.tsx')).TestRingDialog,
}));

/** Where numbers come from: the trunks and accounts of the workspace and the operator's, and how each does now. */
export function Trunks() {
  const found = useQuery(trunksQuery);
  const { vendors = [], trunks = [] } = found.data ?? {};
  // What takes no settings is part of the product: there is nothing to connect.
  const connectable = vendors.filter((vendor) => readSettingFields(vendor.settingsSchema).length > 0);
  const hasTrunks = trunks.length > 0;
  const states = useQuery({ ...trunkStatesQuery, enabled: hasTrunks });
  const numbers = useQuery({ ...numberListQuery, enabled: hasTrunks });
  const [subject, setSubject] = useState<TrunkSubject>();
  const [removing, setRemoving] = useState<Connection>();
  const [testedId, setTestedId] = useState<string>();

  const statusOf = (id: string | null | undefined) =>
    states.data?.find(({ connection_id: connectionId }) => connectionId === id);
  const numbersOf = (id: string) => numbers.data?.filter((number) => number.connection_id === id);
  const tested: PhoneNumber | undefined = numbers.data?.find(({ id }) => id === testedId);
  return (
    <section aria-labelledby="trunks" className={classes['trunks']}>
      <Group justify="space-between" align="flex-end" mb="sm">
        <div className={classes['about']}>
          <Title order={2} id="trunks">
            Phone providers
          </Title>
          <Text c="dimmed">
            Accounts and trunks that your own numbers ring through. The numbers come with them.
          </Text>
        </div>
        {connectable.map((vendor) => (
          <Allowed key={vendor.id} permission="manage">
            <Button
              variant="default"
              leftSection={<IconPlus size={18} />}
              aria-haspopup="dialog"
              onClick={() => setSubject({ vendor })}
            >
              Connect a {vendor.name}
            </Button>
          </Allowed>
        ))}
      </Group>
      {found.isPending && (
        <div role="status" aria-label="Loading phone providers">
          <Skeleton height={96} radius="lg" />
        </div>
      )}
      {found.isError && !found.data && (
        <Card>
          <LoadFailed
            message={failureMessage(found.error, 'connections_not_loaded')}
            isBusy={found.isFetching}
            onRetry={() => void found.refetch()}
          />
        </Card>
      )}
      {found.data && !hasTrunks && (
        <Card>
          <Text c="dimmed">
            Nothing is connected yet. With an account or a trunk, your own numbers ring here and agents call
            real phones.
          </Text>
        </Card>
      )}
      {hasTrunks && (
        <ul className={classes['list']}>
          {trunks.map((trunk) => {
            const vendor = vendors.find(({ id }) => id === trunk.vendor);
            return (
              <TrunkCard
                key={trunk.id}
                trunk={trunk}
                status={statusOf(trunk.id)}
                numbers={numbersOf(trunk.id) ?? []}
                onChange={() => vendor && setSubject({ vendor, trunk })}
                onRemove={() => setRemoving(trunk)}
                onTest={({ id }) => setTestedId(id)}
              />
            );
          })}
        </ul>
      )}
      <RemoveTrunkDialog
        trunk={removing}
        numbers={removing && numbersOf(removing.id)}
        onClose={() => setRemoving(undefined)}
      />
      <Suspense>
        <TrunkDrawer subject={subject} onClose={() => setSubject(undefined)} />
        <TestRingDialog
          number={tested}
          trunkName={trunks.find(({ id }) => id === tested?.connection_id)?.name ?? 'its provider'}
          status={statusOf(tested?.connection_id)}
          onClose={() => setTestedId(undefined)}
        />
      </Suspense>
    </section>
  );
}
