import { Badge, Skeleton } from '@mantine/core';
import type { Campaign } from '@parley/contract/campaigns';
import { sampleCampaignCallsToday } from '@parley/contract/sample-figures';
import { IconPhoneOutgoing, IconPlayerPlay, IconSpeakerphone, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { dashboardQuery } from '../../api/analytics.ts';
import { campaignOverviewQuery } from '../../api/campaigns.ts';
import { toFigureFilters } from '../../components/figures/figure-search.ts';
import { useTimeZone } from '../../components/figures/use-time-zone.ts';
import { findStatus, formatCount } from './campaign-words.ts';
import classes from './campaigns.module.css';

/** The four figures above the list (CAMP-1). Those of the list itself move with it. */
export function OverviewCards({ campaigns }: { campaigns: readonly Campaign[] | undefined }) {
  const timeZone = useTimeZone();
  const overview = useQuery(campaignOverviewQuery(timeZone));
  const isEmpty = campaigns?.length === 0;
  const dashboard = useQuery({
    ...dashboardQuery(toFigureFilters({}, timeZone ?? 'UTC')),
    enabled: isEmpty && timeZone !== undefined,
  });
  const isSample = isEmpty && dashboard.data?.is_sample === true;
  const running = campaigns?.filter((each) => findStatus(each.campaign_status) === 'running').length;
  const contacts = campaigns?.reduce((sum, each) => sum + each.contacts_count, 0);
  const today = isSample ? sampleCampaignCallsToday : overview.data?.calls_made_today;
  const cards = [
    { title: 'Total Campaigns', value: campaigns?.length, Icon: IconSpeakerphone },
    { title: 'Active Campaigns', value: running, Icon: IconPlayerPlay },
    { title: 'Total Contacts', value: contacts, Icon: IconUsers },
    {
      title: 'Calls Made Today',
      value: today,
      Icon: IconPhoneOutgoing,
      isSample,
      isFailed: overview.isError,
    },
  ];
  return (
    <ul className={classes['figures']} aria-label="Figures">
      {cards.map(({ title, value, Icon, isSample: isOfSample, isFailed }) => (
        <li key={title} className={classes['figure']}>
          <span className={classes['figure-head']}>
            <span>{title}</span>
            <Icon size={18} stroke={1.7} aria-hidden="true" />
          </span>
          {value === undefined ? (
            isFailed ? (
              <span className={classes['figure-value']}>–</span>
            ) : (
              <Skeleton height={30} width={64} radius="md" mt={8} />
            )
          ) : (
            <span className={`num ${classes['figure-value']}`}>
              {formatCount(value)}
              {isOfSample && (
                <Badge color="gray" size="sm">
                  Sample data
                </Badge>
              )}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
