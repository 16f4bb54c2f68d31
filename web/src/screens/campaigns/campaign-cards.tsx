import { Group } from '@mantine/core';
import {
  CampaignActions,
  CampaignContacts,
  type CampaignListProps,
  CampaignName,
} from './campaign-facts.tsx';
import { StatusBadge, StatusButtons } from './campaign-status.tsx';
import classes from './campaigns.module.css';

/** The campaigns as cards, on screens too narrow for the columns. */
export function CampaignCards({ campaigns, ...actions }: CampaignListProps) {
  return (
    <ul className={classes['cards']}>
      {campaigns.map((campaign) => (
        <li key={campaign.id} className={classes['card']}>
          <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
            <div>
              <StatusBadge campaign={campaign} />
            </div>
            <CampaignActions campaign={campaign} {...actions} />
          </Group>
          <CampaignName campaign={campaign} />
          <CampaignContacts campaign={campaign} />
          <StatusButtons campaign={campaign} />
        </li>
      ))}
    </ul>
  );
}
