import { Alert, Anchor, Button, Group, List, Modal, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type RefusalReason, refusalLabels } from '@parley/contract/campaign-rules';
import type { Campaign, FlightCheck } from '@parley/contract/campaigns';
import { errorSentence } from '@parley/contract/errors';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { flightCheckQuery, refusedRowsPath } from '../../api/campaigns.ts';
import { Allowed } from '../../components/allowed.tsx';
import { formatCallTime } from '../../components/format.ts';
import { LoadFailed } from '../../components/notice.tsx';
import { countOf, findStatus, formatCount } from './campaign-words.ts';
import classes from './campaigns.module.css';
import checkClasses from './check.module.css';
import { CheckCalls } from './check-calls.tsx';
import { CheckGreetings } from './check-greetings.tsx';
import { CheckZones } from './check-zones.tsx';
import { useDownload } from './use-download.ts';
import { useSetStatus } from './use-set-status.ts';
import { fieldName } from './wizard/field-name.ts';

/** What a campaign will do, before it calls anybody: whom, when, and what they will hear. */
export function CheckDialog({ campaign, onClose }: { campaign: Campaign | undefined; onClose: () => void }) {
  const isPhone = useMediaQuery('(max-width: 767.98px)') ?? false;
  return (
    <Modal
      opened={campaign !== undefined}
      onClose={onClose}
      title="Before it calls"
      size={760}
      fullScreen={isPhone}
    >
      {campaign && <Check key={campaign.id} campaign={campaign} onClose={onClose} />}
    </Modal>
  );
}

function Check({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const check = useQuery(flightCheckQuery(campaign.id));
  const { set, pending } = useSetStatus(campaign, onClose);
  const isReading = campaign.import?.state === 'waiting' || campaign.import?.state === 'reading';
  const isRunning = findStatus(campaign.campaign_status) === 'running';
  const mayStart = check.data !== undefined && check.data.problems.length === 0 && !isReading;
  return (
    <Stack gap="lg">
      <Text fw={600} size="lg" className={classes['words'] ?? ''}>
        {campaign.campaign_name}
      </Text>
      {isReading && (
        <Alert color="blue" icon={<IconInfoCircle />} role="status">
          The list of contacts is being read: {Math.round((campaign.import?.progress ?? 0) * 100)}%. The check
          goes on by itself.
        </Alert>
      )}
      {check.isPending && (
        <Stack gap="md" role="status" aria-label="Checking the campaign">
          <Skeleton height={84} radius="md" />
          <Skeleton height={120} radius="md" />
        </Stack>
      )}
      {check.isError && !check.data && (
        <LoadFailed
          message={errorSentence('campaign_not_checked')}
          isBusy={check.isFetching}
          onRetry={() => void check.refetch()}
        />
      )}
      {check.data && <Findings check={check.data} campaign={campaign} />}
      <Group justify="flex-end" gap="sm" className={checkClasses['actions'] ?? ''}>
        <Button variant="default" onClick={onClose}>
          {isRunning ? 'Close' : 'Not now'}
        </Button>
        {!isRunning && (
          <Allowed permission="edit">
            <Button disabled={!mayStart} loading={pending === 'running'} onClick={() => set('running')}>
              Start calling
            </Button>
          </Allowed>
        )}
      </Group>
    </Stack>
  );
}

function Findings({ check, campaign }: { check: FlightCheck; campaign: Campaign }) {
  const facts = [
    ['Contacts', formatCount(check.contacts)],
    ['May be called now', formatCount(check.callable_now)],
    ['Expected finish', check.expected_finish === null ? 'Not known' : formatCallTime(check.expected_finish)],
  ] as const;
  return (
    <>
      {check.problems.length > 0 && (
        <Sentences color="red" title="This keeps it from calling" sentences={check.problems} />
      )}
      {check.warnings.length > 0 && (
        <Sentences color="yellow" title="Worth a look" sentences={check.warnings} />
      )}
      <dl className={classes['numbers']}>
        {facts.map(([name, value]) => (
          <div key={name} className={classes['number']}>
            <dt>{name}</dt>
            <dd className={value.length > 8 ? classes['long-value'] : 'num'}>{value}</dd>
          </div>
        ))}
      </dl>
      <CheckZones zones={check.zones} />
      <Refused check={check} campaign={campaign} />
      {check.missing_fields.length > 0 && (
        <section>
          <Title order={3} size="h4" mb={6}>
            Words that are missing
          </Title>
          <List size="sm" spacing={4}>
            {check.missing_fields.map(({ field_name: field, contacts }) => (
              <List.Item key={field}>
                <strong>{fieldName(field)}</strong> is not known of {countOf(contacts, 'contact')}: the agent
                leaves it out.
              </List.Item>
            ))}
          </List>
        </section>
      )}
      <CheckGreetings greetings={check.greetings} voiceId={check.voice_id} language={check.language} />
      <CheckCalls campaign={campaign} hasContacts={check.contacts > 0} hasAgent={check.voice_id !== null} />
    </>
  );
}

function Sentences({
  color,
  title,
  sentences,
}: {
  color: string;
  title: string;
  sentences: readonly string[];
}) {
  return (
    <Alert color={color} icon={<IconAlertTriangle />} title={title}>
      {sentences.map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
    </Alert>
  );
}

function Refused({ check, campaign }: { check: FlightCheck; campaign: Campaign }) {
  const { download, isBusy } = useDownload();
  const reasons = (Object.entries(check.refused_by_reason) as [RefusalReason, number][]).filter(
    ([, rows]) => rows > 0,
  );
  if (reasons.length === 0) return null;
  return (
    <section>
      <Title order={3} size="h4" mb={6}>
        Rows that are left out
      </Title>
      <List size="sm" spacing={4}>
        {reasons.map(([reason, rows]) => (
          <List.Item key={reason}>
            <span className="num">{countOf(rows, 'row')}</span>: {refusalLabels[reason]}
          </List.Item>
        ))}
      </List>
      <Anchor
        component="button"
        type="button"
        size="sm"
        mt={8}
        disabled={isBusy}
        onClick={() => download(refusedRowsPath(campaign.id))}
      >
        Download these rows with their reasons
      </Anchor>
    </section>
  );
}
