import { Text } from '@mantine/core';
import type { CallLog } from '@parley/contract/calls';
import { Link } from '@tanstack/react-router';
import { customerSide, numberLabel, runningStatus } from '../../components/call/labels.ts';
import { durationBetween, formatDuration } from '../../components/format.ts';
import { useNow } from '../../components/use-now.ts';
import classes from './dashboard.module.css';

/** The calls that run now, each a way to listen in by eye. Says so when there is none: the strip never jumps. */
export function LiveNow({ calls }: { calls: readonly CallLog[] }) {
  const running = calls.filter((call) => call.call_status === runningStatus);
  return (
    <section className={classes['live']} aria-label="Live calls">
      {running.length === 0 ? (
        <Text size="sm" c="dimmed">
          No call is live right now.
        </Text>
      ) : (
        <>
          <span className={classes['live-count']}>
            <span className="live-dot" aria-hidden="true" />
            {running.length} {running.length === 1 ? 'call' : 'calls'} live
          </span>
          {running.map((call) => (
            <LiveCall key={call.id} call={call} />
          ))}
        </>
      )}
    </section>
  );
}

function LiveCall({ call }: { call: CallLog }) {
  const nowMs = useNow();
  return (
    <Link to="/app/call-history" search={{ call: call.id }} className={classes['live-call']}>
      <span className={classes['live-agent']}>{call.agent_name}</span>
      <span className="num nowrap">{numberLabel(call, customerSide(call))}</span>
      <span className="num" aria-hidden="true">
        {formatDuration(durationBetween(call.start_timestamp, null, nowMs))}
      </span>
    </Link>
  );
}
