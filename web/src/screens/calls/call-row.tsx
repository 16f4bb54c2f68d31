import { Badge, Group, Text } from '@mantine/core';
import type { CallLog } from '@parley/contract/calls';
import { isNorthAmerican } from '@parley/contract/phone';
import { IconPhoneIncoming, IconPhoneOutgoing } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import usFlag from 'country-flags/US.svg?no-inline';
import { type LiveCall, liveCallKey } from '../../api/live-call.ts';
import {
  customerSide,
  directionLabel,
  disconnectLabel,
  numberLabel,
  runningStatus,
  sentimentColor,
  stateLabels,
} from '../../components/call/labels.ts';
import { capitalise, durationBetween, formatDuration } from '../../components/format.ts';
import { useNow } from '../../components/use-now.ts';
import classes from './calls.module.css';

export type CallListProps = {
  calls: readonly CallLog[];
  openCallId: string | undefined;
  onOpen: (id: string) => void;
};

/** The id of the button that opens a call: the focus returns to it. */
export const rowButtonId = (callId: string): string => `open-${callId}`;

/** Whether the call came in or went out, with its icon (CALLS-2). */
export function Direction({ direction }: { direction: number }) {
  const Icon = direction === 0 ? IconPhoneIncoming : IconPhoneOutgoing;
  return (
    <span className={classes['direction']}>
      <Icon
        size={18}
        stroke={1.8}
        aria-hidden="true"
        className={classes['direction-icon']}
        data-inbound={direction === 0 || undefined}
      />
      {directionLabel(direction)}
    </span>
  );
}

/** The number of a side; the one called with the US flag where it has 11 digits starting with 1 (CALLS-3). */
export function CallNumber({ call, side }: { call: CallLog; side: 'from' | 'to' }) {
  const label = numberLabel(call, side);
  if (call.is_simulation && side === customerSide(call)) return <Badge color="blue">{label}</Badge>;
  if (side === 'from' || !isNorthAmerican(call.to_number)) return <span className="num nowrap">{label}</span>;
  return (
    <Group gap={8} wrap="nowrap">
      <img src={usFlag} alt="US" width={20} height={14} className={classes['flag']} />
      <span className="num nowrap">{label}</span>
    </Group>
  );
}

/** Who talked, and the campaign it was for. */
export function CallAgent({ call }: { call: CallLog }) {
  return (
    <>
      {call.agent_name}
      {call.campaign_name !== '' && (
        <Text component="span" display="block" size="sm" c="dimmed" className={classes['campaign'] ?? ''}>
          <span className="sr">, campaign </span>
          {call.campaign_name}
        </Text>
      )}
    </>
  );
}

/** Minutes and seconds; counting on while the call runs (CALLS-4). */
export function Duration({ call }: { call: CallLog }) {
  const nowMs = useNow(call.end_timestamp === null);
  return (
    <span className="num">
      {formatDuration(durationBetween(call.start_timestamp, call.end_timestamp, nowMs))}
    </span>
  );
}

/** The customer's mood (CALLS-8); a dash until it is known. */
export function SentimentBadge({ sentiment }: { sentiment: string }) {
  if (sentiment === '')
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="sr">Not known yet</span>
      </>
    );
  return <Badge color={sentimentColor(sentiment)}>{capitalise(sentiment)}</Badge>;
}

/** Why the call ended; of a running call, what it is doing, live. */
export function EndReason({ call }: { call: CallLog }) {
  const { data: live } = useQuery<LiveCall>({ queryKey: liveCallKey(call.id), queryFn: skipToken });
  if (call.call_status !== runningStatus) return disconnectLabel(call.disconnection_reason);
  return (
    <Badge color="coral" size="lg" leftSection={<span className="live-dot" />}>
      {stateLabels[live?.state ?? 'talking']}
    </Badge>
  );
}
