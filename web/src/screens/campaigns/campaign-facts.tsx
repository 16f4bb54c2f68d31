import { ActionIcon, Anchor, Group, Progress, Text, Tooltip } from '@mantine/core';
import type { Campaign } from '@parley/contract/campaigns';
import { formatNumberRow } from '@parley/contract/phone';
import { IconChartBar, IconPencil, IconTrash } from '@tabler/icons-react';
import { refusedRowsPath } from '../../api/campaigns.ts';
import { Allowed } from '../../components/allowed.tsx';
import { LinkText } from '../../components/links.tsx';
import { countOf, describeSchedule, peopleOf } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { useDownload } from './use-download.ts';

export type CampaignListProps = {
  campaigns: readonly Campaign[];
  onEdit: (campaign: Campaign) => void;
  onStatus: (campaign: Campaign) => void;
  onDelete: (campaign: Campaign) => void;
};

/** The name, which leads to the contacts, and below it who calls, with what, and when. */
export function CampaignName({ campaign }: { campaign: Campaign }) {
  const { id, campaign_name: name, agent_name: agent, phone_numbers: numbers } = campaign;
  const [first, ...others] = numbers;
  const number = first === undefined ? 'No number' : formatNumberRow(first);
  return (
    <div style={{ minWidth: 0 }}>
      <LinkText
        to="/app/campaigns/$id/contacts"
        params={{ id }}
        c="inherit"
        fw={600}
        lineClamp={2}
        className={classes['words'] ?? ''}
      >
        {name}
      </LinkText>
      <Text size="sm" c="dimmed" className={classes['words'] ?? ''}>
        {agent === '' ? 'No agent' : agent} · <span className="num nowrap">{number}</span>
        {others.length > 0 && ` and ${countOf(others.length, 'other')}`}
      </Text>
      <Text size="sm" c="dimmed">
        {describeSchedule(campaign)}
      </Text>
    </div>
  );
}

/** How many people, how many of them are still to be called, and how far the file is. */
export function CampaignContacts({ campaign }: { campaign: Campaign }) {
  const { contacts_count: count, figures } = campaign;
  const called = count === 0 ? 0 : ((count - figures.remaining) / count) * 100;
  return (
    <div className={classes['contacts']}>
      <Text className="num nowrap">{countOf(count, 'contact')}</Text>
      {count > 0 && (
        <>
          <Progress value={called} size="sm" mt={6} aria-label={`Called: ${Math.round(called)}%`} />
          <Text size="sm" c="dimmed" mt={4} className="num">
            {figures.remaining === 0 ? 'All called' : `${peopleOf(figures.remaining)} to call`}
          </Text>
        </>
      )}
      <ImportLine campaign={campaign} />
    </div>
  );
}

/** What becomes of the file: being read, refused in part, or failed. */
export function ImportLine({ campaign: { id, import: file } }: { campaign: Campaign }) {
  const { download, isBusy } = useDownload();
  if (file === null) return null;
  if (file.state === 'waiting' || file.state === 'reading')
    return (
      <Text size="sm" mt={4} role="status" className="num">
        Reading the file: {Math.round(file.progress * 100)}%
      </Text>
    );
  if (file.state === 'failed')
    return (
      <Text size="sm" mt={4} c="var(--mantine-color-error)" className={classes['words'] ?? ''}>
        {file.problem === '' ? 'The file could not be read.' : file.problem}
      </Text>
    );
  if (file.refused === 0) return null;
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      mt={4}
      ta="left"
      disabled={isBusy}
      onClick={() => download(refusedRowsPath(id))}
    >
      {countOf(file.refused, 'row')} refused
    </Anchor>
  );
}

/** Edit, status details, delete (CAMP-2). */
export function CampaignActions({
  campaign,
  onEdit,
  onStatus,
  onDelete,
}: Omit<CampaignListProps, 'campaigns'> & { campaign: Campaign }) {
  const name = campaign.campaign_name;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Tooltip label="Edit">
        <ActionIcon aria-label={`Edit ${name}`} onClick={() => onEdit(campaign)}>
          <IconPencil size={19} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Status details">
        <ActionIcon aria-label={`Status details of ${name}`} onClick={() => onStatus(campaign)}>
          <IconChartBar size={19} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Allowed permission="edit">
        <ActionIcon
          c="var(--mantine-color-error)"
          aria-label={`Delete ${name}`}
          title="Delete"
          onClick={() => onDelete(campaign)}
        >
          <IconTrash size={19} stroke={1.7} />
        </ActionIcon>
      </Allowed>
    </Group>
  );
}
