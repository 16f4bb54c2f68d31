import { Text } from '@mantine/core';
import { IconHeadset, IconUser } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatDuration } from '../format.ts';
import { useNow } from '../use-now.ts';
import { stateLabels } from './labels.ts';
import classes from './live-call-view.module.css';
import { Transcript } from './transcript.tsx';
import type { FollowedCall } from './use-call.ts';

type LiveCallViewProps = { call: FollowedCall; agentName: string; customerNumber: string };

/** A running call: who speaks, for how long, and the words as they come. */
export function LiveCallView({ call, agentName, customerNumber }: LiveCallViewProps) {
  return (
    <div className={classes['live']}>
      <div className={classes['stage']}>
        <Party
          icon={<IconHeadset size={22} stroke={1.7} />}
          name={agentName}
          speaker="agent"
          isSpeaking={call.speaking === 'agent'}
        />
        <CallClock call={call} />
        <Party
          icon={<IconUser size={22} stroke={1.7} />}
          name={customerNumber}
          speaker="customer"
          isSpeaking={call.speaking === 'customer'}
        />
      </div>
      <HandoverLine call={call} />
      <LiveWords call={call} />
    </div>
  );
}

type PartyProps = { icon: ReactNode; name: string; speaker: 'agent' | 'customer'; isSpeaking: boolean };

function Party({ icon, name, speaker, isSpeaking }: PartyProps) {
  return (
    <div className={classes['party']} data-speaker={speaker} data-speaking={isSpeaking || undefined}>
      <span className={classes['face']}>{icon}</span>
      <Text size="sm" fw={600} truncate maw="100%" title={name}>
        {name}
      </Text>
      <span className={classes['meter']} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
        <i />
      </span>
    </div>
  );
}

function CallClock({ call }: { call: FollowedCall }) {
  const isTalking = call.state === 'talking';
  const nowMs = useNow(isTalking);
  const since = call.detail && isTalking ? Date.parse(call.detail.start_timestamp) : Number.NaN;
  return (
    <div className={classes['clock']}>
      <span className={classes['state']} role="status">
        {call.state !== 'ended' && <span className="live-dot" aria-hidden="true" />}
        {stateLabels[call.state]}
      </span>
      <span className={classes['time']} role="timer" aria-label="Time talked">
        {Number.isFinite(since) ? formatDuration(nowMs - since) : call.state === 'ended' ? '' : '–:––'}
      </span>
    </div>
  );
}

/** The agent stands aside: with whom the customer is, or waits for, until the agent speaks again. */
function HandoverLine({ call }: { call: FollowedCall }) {
  const latest = call.notes.findLast(({ kind }) => kind === 'transfer');
  const isAside =
    latest && !call.turns.some(({ speaker, endMs = 0 }) => speaker === 'agent' && endMs > latest.atMs);
  if (!isAside) return null;
  return (
    <Text size="sm" ta="center" fw={600} role="status">
      {latest.text}
    </Text>
  );
}

/** The words of a running call; the newest stay in view unless the reader has scrolled up. */
export function LiveWords({ call }: { call: FollowedCall }) {
  const scroller = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  const length = call.turns.length + call.partials.agent.length + call.partials.customer.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new word moves the view.
  useEffect(() => {
    if (isAtEnd.current && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [length]);
  return (
    <section
      ref={scroller}
      className={classes['words']}
      aria-label="Live transcript"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 40;
      }}
    >
      {length === 0 ? (
        <Text c="dimmed" ta="center" py="xl">
          {call.state === 'talking' ? 'Listening…' : 'The words appear here as soon as somebody speaks.'}
        </Text>
      ) : (
        <div role="log" aria-label="Turns" aria-live="polite">
          <Transcript turns={call.turns} partials={call.partials} />
        </div>
      )}
    </section>
  );
}
