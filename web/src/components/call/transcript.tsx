import { Badge, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Speaker } from '../../api/live-call.ts';
import { formatDuration } from '../format.ts';
import classes from './transcript.module.css';
import type { ShownTurn } from './transcription.ts';

type TranscriptProps = {
  turns: readonly ShownTurn[];
  /** Words still being said. */
  partials?: Record<Speaker, string>;
  /** The turn the recording is at. */
  currentTurnId?: string | undefined;
  onSeek?: ((turn: ShownTurn) => void) | undefined;
  /** What stands under a turn. */
  detailOf?: (turn: ShownTurn) => ReactNode;
};

const names: Record<Speaker, string> = { agent: 'Agent', customer: 'User' };

/** What was said, by whom and when. With `onSeek` each turn is a button. */
export function Transcript({ turns, partials, currentTurnId, onSeek, detailOf }: TranscriptProps) {
  return (
    <ol className={classes['turns']}>
      {turns.map((turn) => (
        <Turn
          key={turn.id}
          turn={turn}
          isCurrent={turn.id === currentTurnId}
          onSeek={turn.startMs === undefined ? undefined : onSeek}
          detail={detailOf?.(turn)}
        />
      ))}
      {(['customer', 'agent'] as const).map((speaker) =>
        partials?.[speaker] ? (
          <li
            key={speaker}
            className={classes['turn']}
            data-speaker={speaker}
            data-partial
            aria-hidden="true"
          >
            <TurnHead speaker={speaker} />
            <p className={classes['text']}>{partials[speaker]}</p>
          </li>
        ) : null,
      )}
    </ol>
  );
}

type TurnProps = {
  turn: ShownTurn;
  isCurrent: boolean;
  onSeek: ((turn: ShownTurn) => void) | undefined;
  detail: ReactNode;
};

function Turn({ turn, isCurrent, onSeek, detail }: TurnProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) scrollIntoOwnScroller(item.current);
  }, [isCurrent]);

  const content = (
    <>
      <TurnHead speaker={turn.speaker} startMs={turn.startMs} by={turn.by} />
      <span className={classes['text']}>
        {turn.text}
        {turn.wasInterrupted && (
          <Badge size="sm" color="coral" ml={8} className={classes['mark']}>
            interrupted
          </Badge>
        )}
      </span>
    </>
  );
  return (
    <li
      ref={item}
      className={classes['turn']}
      data-speaker={turn.speaker}
      data-current={isCurrent || undefined}
      aria-current={isCurrent || undefined}
    >
      {onSeek ? (
        <button type="button" className={classes['seek']} onClick={() => onSeek(turn)}>
          {content}
        </button>
      ) : (
        <div className={classes['still']}>{content}</div>
      )}
      {detail}
    </li>
  );
}

function TurnHead({
  speaker,
  startMs,
  by,
}: {
  speaker: Speaker;
  startMs?: number | undefined;
  by?: ShownTurn['by'];
}) {
  return (
    <span className={classes['head']}>
      <span className={classes['speaker']}>{names[speaker]}</span>
      {by !== undefined && by !== 'speech' && (
        <Text span size="xs" c="dimmed">
          {by === 'digits' ? 'by touch-tone' : 'typed'}
        </Text>
      )}
      {startMs !== undefined && <span className={classes['time']}>{formatDuration(startMs)}</span>}
    </span>
  );
}

/** Scrolls only the nearest scroller: `scrollIntoView` would move the page under the reader as well. */
function scrollIntoOwnScroller(item: HTMLElement | null): void {
  const scroller = item?.closest<HTMLElement>('[data-scroller]');
  if (!item || !scroller) return;
  const place = item.getBoundingClientRect();
  const frame = scroller.getBoundingClientRect();
  const top = scroller.querySelector('[data-sticky]')?.getBoundingClientRect().bottom ?? frame.top;
  if (place.top >= top + 8 && place.bottom <= frame.bottom - 8) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scroller.scrollBy({
    top: place.top - top - (frame.bottom - top) / 3,
    behavior: isCalm ? 'auto' : 'smooth',
  });
}
