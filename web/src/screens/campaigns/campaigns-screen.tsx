import { Button, Card, Loader, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Campaign } from '@parley/contract/campaigns';
import { errorSentence } from '@parley/contract/errors';
import { IconBan, IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { campaignListQuery } from '../../api/campaigns.ts';
import { Allowed } from '../../components/allowed.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { LinkButton } from '../../components/links.tsx';
import { LoadFailed, Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { CampaignCards } from './campaign-cards.tsx';
import { CampaignTable } from './campaign-table.tsx';
import { countOf } from './campaign-words.ts';
import classes from './campaigns.module.css';
import type { CampaignsSearch } from './index.ts';
import { OverviewCards } from './overview-cards.tsx';
import { useDeleteCampaign } from './use-delete-campaign.ts';
import { useEver } from './use-ever.ts';

const CampaignDrawer = lazy(async () => ({
  default: (await import('./campaign-drawer.tsx')).CampaignDrawer,
}));
const StatusDialog = lazy(async () => ({ default: (await import('./status-dialog.tsx')).StatusDialog }));
const CheckDialog = lazy(async () => ({ default: (await import('./check-dialog.tsx')).CheckDialog }));
/** Each row is large: more are drawn when they are asked for. */
const rowsAtOnce = 50;

const route = getRouteApi('/app/campaigns');

/** The campaigns of the workspace (CAMP-1 to 5). What is open over the list is in the address. */
export function CampaignsScreen() {
  const { show, campaign: openedId } = route.useSearch();
  const navigate = useNavigate();
  const list = useQuery(campaignListQuery);
  const [shown, setShown] = useState(rowsAtOnce);
  const [deleting, setDeleting] = useState<Campaign>();
  const { remove, isRemoving } = useDeleteCampaign(() => setDeleting(undefined));
  const isNarrow = useMediaQuery('(max-width: 74.99em)', false, { getInitialValueInEffect: false });

  const go = (search: CampaignsSearch) => void navigate({ to: '/app/campaigns', search, resetScroll: false });
  const close = () => go({});
  const campaigns = list.data ?? [];
  const opened = campaigns.find(({ id }) => id === openedId);
  const List = isNarrow ? CampaignCards : CampaignTable;
  return (
    <>
      <PageHeader
        title="AI Outbound Campaigns"
        subtitle="Lists of people your agents call, at the hours you allow"
        actions={
          <>
            <LinkButton
              to="/app/campaigns/do-not-call"
              variant="default"
              leftSection={<IconBan size={18} stroke={1.7} />}
            >
              Do not call
            </LinkButton>
            <Allowed permission="edit">
              <LinkButton to="/app/campaigns/create">+ Start New Campaign</LinkButton>
            </Allowed>
          </>
        }
      />
      <OverviewCards campaigns={list.data} />
      <Card padding={0} aria-busy={list.isFetching}>
        {list.isPending && (
          <div className={classes['loading']} role="status">
            <Loader size="sm" />
            <Text c="dimmed">Loading campaigns...</Text>
          </div>
        )}
        {list.isError && !list.data && (
          <LoadFailed
            message={errorSentence('campaigns_not_loaded')}
            isBusy={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.data && campaigns.length === 0 && (
          <Notice
            icon={<IconSpeakerphone size={26} stroke={1.7} />}
            title="No campaigns found. Start a new one!"
            action={
              <Allowed permission="edit">
                <LinkButton to="/app/campaigns/create">Create a campaign</LinkButton>
              </Allowed>
            }
          >
            Upload a list of contacts, choose an agent and a number, and say when it may call.
          </Notice>
        )}
        {campaigns.length > 0 && (
          <List
            campaigns={campaigns.slice(0, shown)}
            onEdit={({ id }) => go({ show: 'settings', campaign: id })}
            onStatus={({ id }) => go({ show: 'status', campaign: id })}
            onDelete={setDeleting}
          />
        )}
        {campaigns.length > shown && (
          <div className={classes['more-rows']}>
            <Button variant="default" onClick={() => setShown(shown + rowsAtOnce)}>
              Show more
            </Button>
          </div>
        )}
      </Card>
      <Suspense>
        {useEver(show === 'settings') && (
          <CampaignDrawer campaign={show === 'settings' ? opened : undefined} onClose={close} />
        )}
        {useEver(show === 'status') && (
          <StatusDialog
            campaign={show === 'status' ? opened : undefined}
            onClose={close}
            onCheck={() => opened && go({ show: 'check', campaign: opened.id })}
          />
        )}
        {useEver(show === 'check') && (
          <CheckDialog campaign={show === 'check' ? opened : undefined} onClose={close} />
        )}
      </Suspense>
      <ConfirmDialog
        isOpen={deleting !== undefined}
        title="Delete this campaign?"
        confirmLabel="Delete campaign"
        isDangerous
        isBusy={isRemoving}
        onConfirm={() => deleting && remove(deleting)}
        onClose={() => setDeleting(undefined)}
      >
        {deleting && (
          <>
            <strong className={classes['words']}>{deleting.campaign_name}</strong> and its{' '}
            {countOf(deleting.contacts_count, 'contact')} are removed for good. Calls it made stay in the call
            log.
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
