import { Card, Skeleton, Stack } from '@mantine/core';
import { errorSentence } from '@parley/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { campaignQuery } from '../../api/campaigns.ts';
import { LinkButton } from '../../components/links.tsx';
import { LoadFailed } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { CampaignGone, isGone } from './campaign-gone.tsx';

const CampaignForm = lazy(async () => ({ default: (await import('./campaign-form.tsx')).CampaignForm }));
const route = getRouteApi('/app/campaigns/$id/edit');

/** The settings of one campaign as a page (CAMP-3). */
export function CampaignEditScreen() {
  const { id } = route.useParams();
  const navigate = useNavigate();
  const campaign = useQuery(campaignQuery(id));
  const back = () => void navigate({ to: '/app/campaigns' });
  return (
    <>
      <PageHeader
        title="Campaign Settings"
        subtitle={campaign.data?.campaign_name ?? ' '}
        actions={
          <LinkButton to="/app/campaigns" variant="default">
            All campaigns
          </LinkButton>
        }
      />
      <Card maw={720}>
        {campaign.isPending && <FormLoading />}
        {campaign.isError && !campaign.data && isGone(campaign.error) && <CampaignGone />}
        {campaign.isError && !campaign.data && !isGone(campaign.error) && (
          <LoadFailed
            message={errorSentence('campaign_not_loaded')}
            isBusy={campaign.isFetching}
            onRetry={() => void campaign.refetch()}
          />
        )}
        {campaign.data && (
          <Suspense fallback={<FormLoading />}>
            <CampaignForm key={id} campaign={campaign.data} onClose={back} />
          </Suspense>
        )}
      </Card>
    </>
  );
}

function FormLoading() {
  return (
    <Stack gap="lg" role="status" aria-label="Loading campaign">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} height={56} radius="md" />
      ))}
    </Stack>
  );
}
