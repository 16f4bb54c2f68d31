import { Alert, Card, Skeleton } from '@mantine/core';
import { errorSentence } from '@parley/contract/errors';
import type { Integration } from '@parley/contract/integrations';
import { IconAlertTriangle, IconMicrophone, IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { integrationListQuery } from '../../api/integrations.ts';
import { LinkButton } from '../../components/links.tsx';
import { LoadFailed, Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ConnectedDialog } from './connected-dialog.tsx';
import { describeFailure } from './describe-failure.ts';
import { findIntegrations } from './find-integrations.ts';
import { IntegrationCard } from './integration-card.tsx';
import { IntegrationDrawer } from './integration-drawer.tsx';
import { IntegrationFilter } from './integration-filter.tsx';
import classes from './integrations.module.css';

const route = getRouteApi('/app/integrations');

/** Integrations as cards, with a drawer for each (INTEG-1, INTEG-2). */
export function IntegrationsScreen() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const list = useQuery(integrationListQuery);
  const [words, setWords] = useState('');
  const [category, setCategory] = useState('All');
  // What the way back brought is kept here: it leaves the address at once, so that a reload does not repeat it.
  const [connectedName, setConnectedName] = useState<string>();
  const [failure, setFailure] = useState<{ name: string; reason: string }>();
  const { success, failed, reason, open } = search;

  useEffect(() => {
    if (success === undefined && failed === undefined) return;
    if (success?.endsWith('_connected')) setConnectedName(success.replace(/_connected$/, ''));
    if (failed !== undefined) setFailure({ name: failed, reason: reason ?? '' });
    void navigate({ to: '/app/integrations', search: {}, replace: true });
  }, [success, failed, reason, navigate]);

  const find = (name: string | undefined): Integration | undefined =>
    list.data?.find((each) => each.integration_name === name);
  const openDrawer = (name: string) =>
    void navigate({ to: '/app/integrations', search: { open: name }, resetScroll: false });
  const closeDrawer = () => void navigate({ to: '/app/integrations', search: {}, resetScroll: false });
  const shown = findIntegrations(list.data ?? [], { words, category });
  const failedCard = find(failure?.name);

  return (
    <>
      <PageHeader
        title="Integrations"
        subtitle={describeList(list.data)}
        actions={
          <LinkButton to="/app/providers" variant="default" leftSection={<IconMicrophone size={18} />}>
            Speech and language providers
          </LinkButton>
        }
      />
      {failure && (
        <Alert
          color="red"
          mb="lg"
          icon={<IconAlertTriangle size={20} />}
          title="Not connected"
          role="alert"
          withCloseButton
          closeButtonLabel="Dismiss"
          onClose={() => setFailure(undefined)}
        >
          {describeFailure(failure.reason, failedCard?.display_name ?? 'The integration')}
        </Alert>
      )}
      {list.isPending && <CardsLoading />}
      {list.isError && !list.data && (
        <Card>
          <LoadFailed
            message={errorSentence('integrations_not_loaded')}
            isBusy={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        </Card>
      )}
      {list.data && (
        <>
          <IntegrationFilter
            integrations={list.data}
            words={words}
            category={category}
            onWords={setWords}
            onCategory={setCategory}
          />
          {shown.length === 0 ? (
            <Card>
              <Notice icon={<IconPlugConnected size={26} stroke={1.7} />} title="No integration like this">
                Nothing here fits what you are looking for. Try other words, or show all categories.
              </Notice>
            </Card>
          ) : (
            <ul className={classes['grid']}>
              {shown.map((integration) => (
                <IntegrationCard
                  key={integration.integration_name}
                  integration={integration}
                  onOpen={() => openDrawer(integration.integration_name)}
                />
              ))}
            </ul>
          )}
        </>
      )}
      <IntegrationDrawer integration={find(open)} onClose={closeDrawer} />
      <ConnectedDialog
        integration={find(connectedName)}
        onClose={() => setConnectedName(undefined)}
        onView={(name) => {
          setConnectedName(undefined);
          openDrawer(name);
        }}
      />
    </>
  );
}

function describeList(integrations: readonly Integration[] | undefined): string {
  const connected = integrations?.filter((each) => each.connected).length ?? 0;
  if (connected > 0) return `${connected} connected`;
  return 'Connect the calendars and tools your agents work with';
}

function CardsLoading() {
  return (
    <div className={classes['grid']} role="status" aria-label="Loading integrations">
      {[0, 1, 2, 3, 4, 5].map((card) => (
        <Skeleton key={card} height={196} radius="lg" />
      ))}
    </div>
  );
}
