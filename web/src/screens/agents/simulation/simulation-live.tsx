import { ActionIcon, Alert, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import {
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconRefresh,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ShownTurn } from '../../../components/call/transcription.ts';
import { type FollowedCall, useCall } from '../../../components/call/use-call.ts';
import { formatDuration } from '../../../components/format.ts';
import { LinkText } from '../../../components/links.tsx';
import { useNow } from '../../../components/use-now.ts';
import { LevelMeter } from './level-meter.tsx';
import classes from './simulation.module.css';
import type { SimulationSession, SimulationState } from './simulation-session.ts';
import { SimulationWords } from './simulation-words.tsx';
import { TypeBox } from './type-box.tsx';
import { problemWords } from './way-words.ts';

type SimulationLiveProps = {
  session: SimulationSession;
  state: SimulationState;
  onAgain: () => void;
  onReplay: (replay: { prior: readonly ShownTurn[]; text: string }) => void;
};

/** A simulation as it happens, and after its end what was said in it, from any turn of which it goes on anew. */
export function SimulationLive({ session, state, onAgain, onReplay }: SimulationLiveProps) {
  const call = useCall(state.callId ?? '');
  const isOver = state.phase === 'over' || call.state === 'ended';
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  // The news of the end may come before the socket closes: nothing is played or sent any more.
  useEffect(() => {
    if (call.state === 'ended' && call.detail?.id === state.callId && state.phase === 'running')
      session.end();
  }, [call.state, call.detail?.id, state.callId, state.phase, session]);
  return (
    <Stack p="md" gap="sm">
      <Group justify="space-between" wrap="nowrap">
        <p ref={heading} tabIndex={-1} className={classes['state']} role="status">
          {!isOver && <span className="live-dot" aria-hidden="true" />}
          {stateWords(state, call, isOver)}
        </p>
        {!isOver && <Clock call={call} />}
      </Group>
      <div className={classes['levels']}>
        <LevelMeter
          label="Agent"
          speaker="agent"
          readLevel={() => session.levels.theirs}
          isRunning={!isOver}
        />
        {state.way === 'microphone' && (
          <LevelMeter
            label="You"
            speaker="customer"
            readLevel={() => (state.isMuted ? 0 : session.levels.mine)}
            isRunning={!isOver}
          />
        )}
      </div>
      {state.microphoneProblem !== null && !isOver && (
        <Alert color="yellow" role="alert" title={problemWords[state.microphoneProblem].title}>
          {problemWords[state.microphoneProblem].text}
        </Alert>
      )}
      <SimulationWords
        call={withHearing(call, state.hearing)}
        prior={state.prior}
        isOver={isOver}
        onReplay={onReplay}
      />
      {isOver ? (
        <Group gap="xs">
          <Button leftSection={<IconRefresh size={18} stroke={1.8} />} onClick={onAgain}>
            Start again
          </Button>
          <Button variant="default" onClick={() => session.reset()}>
            Change settings
          </Button>
          {state.callId !== null && (
            <LinkText to="/app/call-history" search={{ call: state.callId }} size="sm">
              Open in Call History
            </LinkText>
          )}
        </Group>
      ) : (
        <>
          <TypeBox isConnected={state.connection === 'open'} onSend={(text) => session.type(text)} />
          <Controls session={session} state={state} onAgain={onAgain} />
        </>
      )}
    </Stack>
  );
}

/** The call with what the browser hears just now as words of the customer. */
function withHearing(call: FollowedCall, hearing: string): FollowedCall {
  return hearing === '' ? call : { ...call, partials: { ...call.partials, customer: hearing } };
}

type ControlsProps = Pick<SimulationLiveProps, 'session' | 'state' | 'onAgain'>;

function Controls({ session, state, onAgain }: ControlsProps) {
  const { way, isMuted, isSpeakerOn } = state;
  return (
    <Group justify="space-between" gap="xs">
      <Group gap={4}>
        {way !== 'typing' && (
          <Toggle
            label={isMuted ? 'Unmute your microphone' : 'Mute your microphone'}
            isPressed={isMuted}
            onClick={() => session.setMuted(!isMuted)}
          >
            {isMuted ? (
              <IconMicrophoneOff size={20} stroke={1.8} />
            ) : (
              <IconMicrophone size={20} stroke={1.8} />
            )}
          </Toggle>
        )}
        <Toggle
          label={isSpeakerOn ? 'Silence the agent' : 'Hear the agent'}
          isPressed={!isSpeakerOn}
          onClick={() => session.setSpeakerOn(!isSpeakerOn)}
        >
          {isSpeakerOn ? <IconVolume size={20} stroke={1.8} /> : <IconVolumeOff size={20} stroke={1.8} />}
        </Toggle>
        <Toggle label="Restart" onClick={onAgain}>
          <IconRefresh size={20} stroke={1.8} />
        </Toggle>
      </Group>
      <Button
        color="red.8"
        leftSection={<IconPhoneOff size={18} stroke={1.8} />}
        onClick={() => session.end()}
      >
        End
      </Button>
    </Group>
  );
}

type ToggleProps = { label: string; isPressed?: boolean; onClick: () => void; children: React.ReactNode };

function Toggle({ label, isPressed, onClick, children }: ToggleProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        {...(isPressed !== undefined && { 'data-pressed': isPressed || undefined })}
        variant={isPressed ? 'light' : 'default'}
        color={isPressed ? 'red' : 'gray'}
        size={36}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

function Clock({ call }: { call: FollowedCall }) {
  const isTalking = call.state === 'talking';
  const nowMs = useNow(isTalking);
  const since = call.detail && isTalking ? Date.parse(call.detail.start_timestamp) : Number.NaN;
  return (
    <Text className="num" role="timer" aria-label="Time talked">
      {Number.isFinite(since) ? formatDuration(nowMs - since) : '–:––'}
    </Text>
  );
}

function stateWords(state: SimulationState, call: FollowedCall, isOver: boolean): string {
  if (state.isTakenOver) return 'Another page of yours took this simulation over.';
  if (isOver) return call.detail?.end_reason_label || 'The simulation is over';
  if (call.state !== 'talking') return 'Connecting…';
  if (state.connection === 'retrying') return 'Connection lost, trying again…';
  if (call.speaking === 'agent') return 'The agent speaks';
  return state.way === 'typing' ? 'Your turn' : 'Listening';
}
