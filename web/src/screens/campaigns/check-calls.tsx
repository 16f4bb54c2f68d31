import { Badge, Button, Text, Title } from '@mantine/core';
import type { Campaign, TriedCall } from '@parley/contract/campaigns';
import { endReasons } from '@parley/contract/end-reasons';
import { formatNumberRow } from '@parley/contract/phone';
import { IconPhoneOutgoing } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { triedCallsQuery, tryCampaignCalls } from '../../api/campaigns.ts';
import { failureMessage } from '../../api/failure-message.ts';
import { Allowed, Refused } from '../../components/allowed.tsx';
import { dispositionLabels, stateLabels } from '../../components/call/labels.ts';
import { type FollowedCall, useCall } from '../../components/call/use-call.ts';
import { formatDuration } from '../../components/format.ts';
import { LinkText } from '../../components/links.tsx';
import classes from './campaigns.module.css';
import checkClasses from './check.module.css';

type CheckCallsProps = { campaign: Pick<Campaign, 'id'>; hasContacts: boolean; hasAgent: boolean };

/** A few simulated calls with what is known of people on the list; only when they are asked for. */
export function CheckCalls({ campaign: { id }, hasContacts, hasAgent }: CheckCallsProps) {
  const cache = useQueryClient();
  const { data: calls = [] } = useQuery(triedCallsQuery(id));
  const attempt = useMutation({ mutationFn: () => tryCampaignCalls(cache, id) });
  const refusal = !hasAgent
    ? 'Choose an agent first.'
    : hasContacts
      ? undefined
      : 'Nobody on the list is left to be called.';
  const button = (
    <Button
      variant="default"
      leftSection={<IconPhoneOutgoing size={18} stroke={1.7} />}
      loading={attempt.isPending}
      onClick={() => attempt.mutate()}
    >
      {calls.length === 0 ? 'Try a few calls' : 'Try again'}
    </Button>
  );
  return (
    <section>
      <Title order={3} size="h4">
        Simulated calls
      </Title>
      <Text size="sm" c="dimmed" mt={2} mb="sm">
        The agent calls simulated people and knows of them what your list says. No real phone rings and no
        figures count these calls, but functions of the agent really run.
      </Text>
      {calls.length > 0 && (
        <ul className={checkClasses['greetings']} aria-label="Simulated calls">
          {calls.map((call) => (
            <TriedEntry key={call.call_id} tried={call} />
          ))}
        </ul>
      )}
      {attempt.isError && (
        <Text size="sm" c="var(--mantine-color-error)" mt="sm" role="alert">
          {failureMessage(attempt.error, 'campaign_not_tried')}
        </Text>
      )}
      <div className={checkClasses['try']}>
        {refusal === undefined ? (
          <Allowed permission="edit">{button}</Allowed>
        ) : (
          <Refused reason={refusal}>{button}</Refused>
        )}
      </div>
    </section>
  );
}

/** One call as it goes on, its end, and the way to its record. */
function TriedEntry({ tried }: { tried: TriedCall }) {
  const call = useCall(tried.call_id);
  const number = formatNumberRow(tried.phone);
  return (
    <li>
      <div className={classes['row-line']}>
        <Text fw={500}>{tried.about}</Text>
        <LinkText to="/app/call-history" search={{ call: tried.call_id }} size="sm" className="nowrap">
          Open call
        </LinkText>
      </div>
      <Text size="sm" c="dimmed" className={classes['words'] ?? ''}>
        As {tried.name === '' ? number : `${tried.name}, ${number}`}
      </Text>
      <div className={checkClasses['tried-state']} role="status">
        <CallStanding call={call} />
      </div>
    </li>
  );
}

function CallStanding({ call: { state, detail, error } }: { call: FollowedCall }) {
  if (error && !detail) return <Text size="sm">What became of it is not known.</Text>;
  if (state !== 'ended' || detail?.end_reason == null)
    return (
      <Badge color="coral" leftSection={<span className="live-dot" />}>
        {stateLabels[state]}
      </Badge>
    );
  const { end_reason: reason, duration_ms: durationMs, disposition } = detail;
  const facts = [
    endReasons[reason].label,
    ...(durationMs > 0 ? [formatDuration(durationMs)] : []),
    ...(disposition === null ? [] : [dispositionLabels[disposition]]),
  ];
  return (
    <Text size="sm" className="num">
      {facts.join(' · ')}
    </Text>
  );
}
