import { Badge, Text } from '@mantine/core';
import type { CallLog } from '@parley/contract/calls';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useMay } from '../../components/allowed.tsx';
import { callStatus, disconnectLabel } from '../../components/call/labels.ts';
import { Transcript } from '../../components/call/transcript.tsx';
import { parseTranscription, turnAt } from '../../components/call/transcription.ts';
import type { FollowedCall } from '../../components/call/use-call.ts';
import { formatSeconds } from '../../components/format.ts';
import { CallEvents } from './call-events.tsx';
import { CallFunctions, withoutRuns } from './call-functions.tsx';
import { CallLegs } from './call-legs.tsx';
import classes from './call-panel.module.css';
import { Duration, SentimentBadge } from './call-row.tsx';
import { MakeTestButton } from './make-test-button.tsx';
import { RecordingPlayer } from './recording-player.tsx';
import { TurnLatencyLine } from './turn-latency-line.tsx';

/** An ended call: recording, analysis, summary, transcription. The transcript follows the recording and leads it. */
export function CallRecord({ log, call }: { log: CallLog; call: FollowedCall }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [atMs, setAtMs] = useState<number>();
  const { detail } = call;
  const { reason } = useMay('review');
  const turns = useMemo(
    () => (call.turns.length > 0 ? call.turns : parseTranscription(log.transcription)),
    [call.turns, log.transcription],
  );
  const functions = detail?.functions ?? [];
  const notes = withoutRuns(call.notes, functions);
  const isAnalysed = detail?.is_analysed ?? log.call_summary !== '';
  const status = callStatus(log.call_status);

  const playFrom = (startMs: number) => {
    if (!audio.current) return;
    audio.current.currentTime = startMs / 1_000;
    // A browser may refuse to play; the place is chosen all the same.
    audio.current.play().catch(() => undefined);
  };

  return (
    <>
      <Section title="Call Recording" isSticky={log.recording_url !== null}>
        {reason !== undefined ? (
          <Text c="dimmed">{reason}</Text>
        ) : log.recording_url === null ? (
          <Text c="dimmed">
            {isAnalysed ? 'This call has no recording.' : 'The recording is being saved…'}
          </Text>
        ) : (
          <RecordingPlayer
            ref={audio}
            url={log.recording_url}
            durationMs={detail?.duration_ms ?? 0}
            waveform={detail?.waveform ?? null}
            onTime={setAtMs}
          />
        )}
      </Section>
      <Section title="Conversation Analysis">
        <dl className={classes['facts']}>
          <Fact name="Call Status">
            <Badge color={status.color}>{status.label}</Badge>
          </Fact>
          <Fact name="Duration">
            <Duration call={log} />
          </Fact>
          <Fact name="User Sentiment">
            {isAnalysed ? (
              <SentimentBadge sentiment={log.user_sentiment} />
            ) : (
              <Text c="dimmed">Being judged…</Text>
            )}
          </Fact>
          <Fact name="Disconnect Reason">
            {disconnectLabel(log.disconnection_reason)}
            {detail && detail.end_reason_label !== '' && (
              <Text size="sm" c="dimmed">
                {detail.end_reason_label}
              </Text>
            )}
          </Fact>
          {detail?.median_response_ms != null && (
            <Fact name="Typical answer time">{formatSeconds(detail.median_response_ms)}</Fact>
          )}
        </dl>
      </Section>
      <Section title="Summary">
        {isAnalysed ? (
          <Text>{log.call_summary === '' ? 'There was nothing to sum up.' : log.call_summary}</Text>
        ) : (
          <Text c="dimmed" role="status">
            Summary is being written…
          </Text>
        )}
      </Section>
      <Section title="Transcription">
        {turns.length === 0 ? (
          <Text c="dimmed">Nobody spoke in this call.</Text>
        ) : (
          <Transcript
            turns={turns}
            currentTurnId={atMs === undefined ? undefined : turnAt(turns, atMs)?.id}
            onSeek={
              log.recording_url === null || reason !== undefined
                ? undefined
                : (turn) => playFrom(turn.startMs ?? 0)
            }
            detailOf={(turn) => turn.latency && <TurnLatencyLine latency={turn.latency} />}
          />
        )}
        {turns.some(({ speaker }) => speaker === 'customer') && <MakeTestButton callId={log.id} />}
      </Section>
      {detail && detail.legs.length > 0 && (
        <Section title="Transfers">
          <CallLegs legs={detail.legs} />
        </Section>
      )}
      {functions.length > 0 && (
        <Section title="Actions">
          <CallFunctions runs={functions} />
        </Section>
      )}
      {notes.length > 0 && (
        <Section title="Events">
          <CallEvents notes={notes} />
        </Section>
      )}
    </>
  );
}

/** A part of the record. The player's stays in view, so that the transcript can be read and led from anywhere. */
function Section({
  title,
  isSticky = false,
  children,
}: {
  title: string;
  isSticky?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={title}
      className={isSticky ? classes['sticky'] : undefined}
      data-sticky={isSticky || undefined}
    >
      <h3 className={classes['caption']}>{title}</h3>
      {children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
