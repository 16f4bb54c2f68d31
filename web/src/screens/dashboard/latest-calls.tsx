import { Card, Text, Title } from '@mantine/core';
import type { CallLog } from '@parley/contract/calls';
import { formatCallLogNumber } from '@parley/contract/phone';
import { IconPhoneIncoming, IconPhoneOutgoing } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { directionLabel, disconnectLabel, runningStatus } from '../../components/call/labels.ts';
import { formatCallTime } from '../../components/format.ts';
import classes from './dashboard.module.css';

/** How many calls a glance takes in. */
const shownCalls = 5;

/** The newest calls, each a way to its details. */
export function LatestCalls({ calls }: { calls: readonly CallLog[] }) {
  return (
    <Card padding={0} mt="lg" maw={920}>
      <Title order={2} size="h3" className={classes['latest-title'] ?? ''}>
        Latest calls
      </Title>
      <ul className={classes['latest']}>
        {calls.slice(0, shownCalls).map((call) => (
          <li key={call.id}>
            <LatestCall call={call} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function LatestCall({ call }: { call: CallLog }) {
  const isInbound = call.direction === 0;
  const Icon = isInbound ? IconPhoneIncoming : IconPhoneOutgoing;
  return (
    <Link to="/app/call-history" search={{ call: call.id }} className={classes['latest-call']}>
      <Icon size={18} stroke={1.8} role="img" aria-label={directionLabel(call.direction)} />
      <span className="num nowrap">{formatCallLogNumber(isInbound ? call.from_number : call.to_number)}</span>
      <span className={classes['latest-agent']}>{call.agent_name}</span>
      {call.call_status === runningStatus ? (
        <span className={classes['latest-now']}>
          <span className="live-dot" aria-hidden="true" /> Talking
        </span>
      ) : (
        <Text span size="sm" c="dimmed">
          {disconnectLabel(call.disconnection_reason)}
        </Text>
      )}
      <Text span size="sm" c="dimmed" className={`num nowrap ${classes['latest-time'] ?? ''}`}>
        {formatCallTime(call.start_timestamp)}
      </Text>
    </Link>
  );
}
