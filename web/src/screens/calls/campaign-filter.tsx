import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { campaignListQuery } from '../../api/campaigns.ts';
import classes from './calls.module.css';

type CampaignFilterProps = {
  campaignId: string | undefined;
  /** Undefined: all calls. */
  onChoose: (campaignId: string | undefined) => void;
};

const any = 'any';

/** Shows the calls of one campaign alone; nothing where there is no campaign to choose. */
export function CampaignFilter({ campaignId, onChoose }: CampaignFilterProps) {
  const { data: campaigns } = useQuery(campaignListQuery);
  const choices = (campaigns ?? []).map(({ id, campaign_name: name }) => ({ value: id, label: name }));
  if (choices.length === 0 && campaignId === undefined) return null;
  if (campaignId !== undefined && !choices.some(({ value }) => value === campaignId))
    choices.push({ value: campaignId, label: campaigns === undefined ? '…' : 'A deleted campaign' });
  return (
    <Select
      aria-label="Campaign"
      data={[{ value: any, label: 'All campaigns' }, ...choices]}
      value={campaignId ?? any}
      onChange={(chosen) => onChoose(chosen === any || chosen === null ? undefined : chosen)}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No campaigns found."
      maxDropdownHeight={280}
      className={classes['filter'] ?? ''}
    />
  );
}
