import { Badge, Button, Text } from '@mantine/core';
import {
  type CampaignStatus,
  campaignCan,
  campaignStatuses,
  campaignStatusLabels,
  campaignStatusReasonLabels,
} from '@parley/contract/campaign-rules';
import type { Campaign } from '@parley/contract/campaigns';
import { Allowed, useMay } from '../../components/allowed.tsx';
import { findStatus } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { useSetStatus } from './use-set-status.ts';

const colors: Readonly<Record<CampaignStatus, string>> = {
  running: 'pine',
  paused: 'yellow',
  stopped: 'gray',
};

/** The status as a badge, and why, where nobody of the team chose it (CAMP-5). */
export function StatusBadge({ campaign }: { campaign: Campaign }) {
  const status = findStatus(campaign.campaign_status);
  return (
    <>
      <Badge color={status === undefined ? 'gray' : colors[status]} size="lg">
        {status === undefined ? 'Unknown' : campaignStatusLabels[status]}
      </Badge>
      {campaign.status_reason !== null && (
        <Text size="sm" c="dimmed" mt={6} maw={220}>
          {campaignStatusReasonLabels[campaign.status_reason]}
        </Text>
      )}
    </>
  );
}

/** Running, Paused, Stopped: from any status to any other, the current one disabled (CAMP-2, CAMP-5). */
export function StatusButtons({ campaign }: { campaign: Campaign }) {
  const { may } = useMay('edit');
  const { set, pending } = useSetStatus(campaign);
  const current = findStatus(campaign.campaign_status);
  return (
    <fieldset className={classes['status-buttons']} aria-label={`Status of ${campaign.campaign_name}`}>
      <Button.Group>
        {campaignStatuses.map((status) => {
          const isCurrent = current !== undefined && !campaignCan.become(current, status);
          return (
            <Allowed key={status} permission="edit">
              <Button
                variant="default"
                size="compact-md"
                px="sm"
                disabled={may && (isCurrent || pending !== undefined)}
                loading={pending === status}
                onClick={() => set(status)}
              >
                {campaignStatusLabels[status]}
              </Button>
            </Allowed>
          );
        })}
      </Button.Group>
    </fieldset>
  );
}
