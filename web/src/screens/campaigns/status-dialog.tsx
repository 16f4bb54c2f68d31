import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Campaign } from '@parley/contract/campaigns';
import { LinkButton } from '../../components/links.tsx';
import { ImportLine } from './campaign-facts.tsx';
import { StatusBadge, StatusButtons } from './campaign-status.tsx';
import { describeSchedule, formatCount, formatRate } from './campaign-words.ts';
import classes from './campaigns.module.css';

type StatusDialogProps = { campaign: Campaign | undefined; onClose: () => void; onCheck: () => void };

/** How far a campaign is, in real figures that move as its calls end (CAMP-4). */
export function StatusDialog({ campaign, onClose, onCheck }: StatusDialogProps) {
  return (
    <Modal opened={campaign !== undefined} onClose={onClose} title="Campaign Status" size="lg">
      {campaign && <Status campaign={campaign} onCheck={onCheck} />}
    </Modal>
  );
}

function Status({ campaign, onCheck }: { campaign: Campaign; onCheck: () => void }) {
  const { figures } = campaign;
  const numbers = [
    ['Calls Made', formatCount(figures.calls_made)],
    ['Answered', formatCount(figures.answered)],
    ['Voicemails', formatCount(figures.voicemails)],
    ['Remaining', formatCount(figures.remaining)],
    ['Answer Rate', formatRate(figures.answer_rate)],
    ['Voicemail Rate', formatRate(figures.voicemail_rate)],
  ] as const;
  return (
    <Stack gap="lg">
      <div>
        <Group gap="sm" align="flex-start" justify="space-between">
          <div style={{ minWidth: 0, flex: '1 1 200px' }}>
            <Text fw={600} size="lg" className={classes['words'] ?? ''}>
              {campaign.campaign_name}
            </Text>
            <Text size="sm" c="dimmed">
              {describeSchedule(campaign)}
            </Text>
            <ImportLine campaign={campaign} />
          </div>
          <div>
            <StatusBadge campaign={campaign} />
          </div>
        </Group>
      </div>
      <dl className={classes['numbers']} aria-label="Figures of the campaign">
        {numbers.map(([name, value]) => (
          <div key={name} className={classes['number']}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm" role="status" c={figures.live_calls > 0 ? 'var(--mantine-color-text)' : 'dimmed'}>
        {figures.live_calls === 0
          ? 'No call is on the line.'
          : `${formatCount(figures.live_calls)} ${figures.live_calls === 1 ? 'call is' : 'calls are'} on the line now.`}
      </Text>
      <Group justify="space-between" gap="sm">
        <StatusButtons campaign={campaign} />
        <Group gap="sm">
          <Button variant="default" onClick={onCheck}>
            Check
          </Button>
          <LinkButton variant="default" to="/app/campaigns/$id/contacts" params={{ id: campaign.id }}>
            Contacts
          </LinkButton>
          <LinkButton variant="default" to="/app/call-history" search={{ campaign: campaign.id }}>
            Calls
          </LinkButton>
        </Group>
      </Group>
    </Stack>
  );
}
