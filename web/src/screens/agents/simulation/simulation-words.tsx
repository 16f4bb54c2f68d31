import { Button, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Transcript } from '../../../components/call/transcript.tsx';
import type { ShownTurn } from '../../../components/call/transcription.ts';
import type { FollowedCall } from '../../../components/call/use-call.ts';
import { formatSeconds } from '../../../components/format.ts';
import { notesByTurn } from './notes-by-turn.ts';
import { ReplayForm } from './replay-form.tsx';
import classes from './simulation.module.css';
import { TurnNotes } from './turn-notes.tsx';

type SimulationWordsProps = {
  call: FollowedCall;
  /** What was said before this call, where it is a replay. */
  prior: readonly ShownTurn[];
  isOver: boolean;
  onReplay: (replay: { prior: readonly ShownTurn[]; text: string }) => void;
};

/** The conversation: turns with what the agent did for them and how long it took, each of the customer's to be changed. */
export function SimulationWords({ call, prior, isOver, onReplay }: SimulationWordsProps) {
  const scroller = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  const [editedId, setEditedId] = useState<string>();
  const turns = [...prior, ...call.turns];
  const { byTurn, open } = notesByTurn(call.turns, call.notes);
  const length =
    turns.length + call.notes.length + call.partials.agent.length + call.partials.customer.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new word moves the view.
  useEffect(() => {
    if (isAtEnd.current && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [length]);

  const detailOf = (turn: ShownTurn) => {
    if (turn.id === editedId)
      return (
        <ReplayForm
          text={turn.text}
          onCancel={() => setEditedId(undefined)}
          onReplay={(text) => {
            setEditedId(undefined);
            isAtEnd.current = true;
            onReplay({ prior: turns.slice(0, turns.indexOf(turn)).map(toPrior), text });
          }}
        />
      );
    const waitedMs = turn.latency?.firstFrameMs ?? null;
    return (
      <div className={classes['detail']}>
        <TurnNotes notes={byTurn.get(turn.id) ?? []} />
        {waitedMs !== null && (
          <Text size="xs" c="dimmed" title={latencyWords(turn)}>
            answered in {formatSeconds(waitedMs)}
          </Text>
        )}
        {turn.speaker === 'customer' && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            leftSection={<IconPencil size={14} stroke={1.8} />}
            aria-label={`Edit and replay: ${turn.text}`}
            onClick={() => setEditedId(turn.id)}
          >
            Edit and replay
          </Button>
        )}
      </div>
    );
  };

  return (
    <section
      ref={scroller}
      className={classes['words']}
      aria-label="Conversation"
      data-scroller
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 40;
      }}
    >
      {length === 0 ? (
        <Text c="dimmed" ta="center" py="xl">
          {isOver ? 'Nothing was said.' : 'The words appear here as soon as somebody speaks.'}
        </Text>
      ) : (
        <div role="log" aria-label="Turns" aria-live="polite">
          <Transcript turns={turns} partials={call.partials} detailOf={detailOf} />
          <TurnNotes notes={open} />
        </div>
      )}
    </section>
  );
}

/** A turn of the call before: its times mean nothing in this one. */
function toPrior({ id, speaker, text }: ShownTurn): ShownTurn {
  return { id: `before-${id}`, speaker, text };
}

/** Where the time of an answer went, for those who look closer. */
function latencyWords({ latency }: ShownTurn): string {
  const steps = [
    ['sure that you had finished', latency?.endpointMs],
    ['answer begun', latency?.firstTokenMs],
    ['first sound made', latency?.firstAudioMs],
    ['heard', latency?.firstFrameMs],
  ] as const;
  return steps
    .flatMap(([label, ms]) => (typeof ms === 'number' ? [`${label} after ${Math.round(ms)} ms`] : []))
    .join(', ');
}
