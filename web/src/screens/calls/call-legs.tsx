import { Text } from '@mantine/core';
import type { CallLeg } from '@parley/contract/calls';
import { formatCallLogNumber } from '@parley/contract/phone';
import { IconArrowsExchange } from '@tabler/icons-react';
import { formatDuration } from '../../components/format.ts';
import classes from './call-panel.module.css';

const outcomes: Readonly<Record<NonNullable<CallLeg['outcome']>, string>> = {
  connected: 'Connected',
  declined: 'Declined',
  no_answer: 'No answer',
  busy: 'Busy',
  unreachable: 'Number not in service',
  voicemail: 'Voicemail answered',
  canceled: 'Given up: the call ended',
  failed: 'The line could not be opened',
};

/** To whom a call was handed over, and what became of it. */
export function CallLegs({ legs }: { legs: readonly CallLeg[] }) {
  return (
    <ul className={classes['events']}>
      {legs.map((leg) => (
        <li key={leg.id}>
          <IconArrowsExchange size={18} stroke={1.7} aria-hidden="true" />
          <div>
            <Text size="sm" fw={600} className="num">
              {formatCallLogNumber(leg.to_number)}
            </Text>
            <Text size="sm" c="dimmed">
              {describeLeg(leg)}
            </Text>
          </div>
          <Text size="sm" c="dimmed" className="num">
            {talkedFor(leg)}
          </Text>
        </li>
      ))}
    </ul>
  );
}

function describeLeg({ transfer_type, method, outcome }: CallLeg): string {
  const kind = transfer_type === 'warm_transfer' ? 'Warm transfer' : 'Cold transfer';
  const way = method === 'refer' ? ' by the phone network' : '';
  return `${kind}${way} · ${outcome === null ? 'In progress' : outcomes[outcome]}`;
}

/** How long the two talked; of a call that the network took over nobody knows. */
function talkedFor({ method, connected_at, ended_at }: CallLeg): string {
  if (method === 'refer' || connected_at === null || ended_at === null) return '';
  return formatDuration(Date.parse(ended_at) - Date.parse(connected_at));
}
