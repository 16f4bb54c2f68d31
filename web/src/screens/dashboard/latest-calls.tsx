import { Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { CallLog } from '@parley/contract/calls';
import { errorSentence } from '@parley/contract/errors';
import { formatCallLogNumber } from '@parley/contract/phone';
import { IconPhoneIncoming, IconPhoneOutgoing } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { directionLabel, runningStatus } from '../../components/call/labels.ts';
import { formatCallTime } from '../../components/format.ts';
import { LinkButton, LinkText } from '../../components/links.tsx';
import { Notice } from '../../components/notice.tsx';
import classes from './dashboard.module.css';

/** How many calls a glance takes in. */
const shownCalls = 7;

/** The newest calls, each a way to its details. */
export function LatestCalls({
  calls,
  isFailed,
}: {
  calls: readonly CallLog[] | undefined;
  isFailed: boolean;
}) {
  return (
    <Card padding={0}>
      <Group justify="space-between" className={classes['latest-head'] ?? ''}>
        <Title order={2} size="h3">
          Latest calls
        </Title>
        <LinkText to="/app/call-history" size="sm" fw={600}>
          All calls
        </LinkText>
      </Group>
      {calls === undefined && !isFailed && (
        <Stack gap="sm" px="lg" pb="lg" role="status" aria-label="Loading latest calls">
          {[0, 1, 2, 3, 4].map((row) => (
            <Skeleton key={row} height={28} />
          ))}
        </Stack>
      )}
      {calls === undefined && isFailed && (
        <Text c="dimmed" px="lg" pb="lg">
          {errorSentence('call_logs_not_loaded')}
        </Text>
      )}
      {calls?.length === 0 && (
        <Notice
          icon={<IconPhoneIncoming size={26} stroke={1.7} />}
          title="No calls yet"
          action={<LinkButton to="/app/voice-agents">Go to Agents</LinkButton>}
        >
          A test call from Agents is the quickest way to see one here.
        </Notice>
      )}
      {calls && calls.length > 0 && (
        <ul className={classes['latest']}>
          {calls.slice(0, shownCalls).map((call) => (
            <li key={call.id}>
              <LatestCall call={call} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function LatestCall({ call }: { call: CallLog }) {
  const isInbound = call.direction === 0;
  const Icon = isInbound ? IconPhoneIncoming : IconPhoneOutgoing;
  return (
    <Link to="/app/call-history" search={{ call: call.id }} className={classes['latest-call']}>
      <Icon size={18} stroke={1.8} role="img" aria-label={directionLabel(call.direction)} />
      <span className={classes['latest-who']}>
        <span className="num nowrap">
          {formatCallLogNumber(isInbound ? call.from_number : call.to_number)}
        </span>
        <span className={classes['latest-agent']}>{call.agent_name}</span>
      </span>
      {call.call_status === runningStatus ? (
        <span className={classes['latest-now']}>
          <span className="live-dot" aria-hidden="true" /> Talking
        </span>
      ) : (
        <Text span size="sm" c="dimmed" className="num nowrap">
          {formatCallTime(call.start_timestamp)}
        </Text>
      )}
    </Link>
  );
}
