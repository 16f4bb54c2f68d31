import { ActionIcon, Anchor, Group, NativeSelect, Text } from '@mantine/core';
import { IconDownload, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { formatDuration } from '../../components/format.ts';
import classes from './recording-player.module.css';
import { Waveform } from './waveform.tsx';

type RecordingPlayerProps = {
  /** The audio element, shared with the transcript. */
  ref: RefObject<HTMLAudioElement | null>;
  url: string;
  /** What the server knows of the length, until the file tells. */
  durationMs: number;
  waveform: { agent: number[]; customer: number[] } | null;
  onTime: (atMs: number) => void;
};

const speeds = ['0.75', '1', '1.25', '1.5', '2'];

/** Plays the two-channel recording of a call. */
export function RecordingPlayer({ ref, url, durationMs, waveform, onTime }: RecordingPlayerProps) {
  const [isPlaying, setIsPlaying] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const [atMs, setAtMs] = useState(0);
  const [lengthMs, setLengthMs] = useState(durationMs);
  const [speed, setSpeed] = useState('1');

  // `timeupdate` comes four times a second at best; the waveform moves with every frame while it plays.
  useEffect(() => {
    if (!isPlaying) return;
    let frame = requestAnimationFrame(function follow() {
      if (ref.current) setAtMs(ref.current.currentTime * 1_000);
      frame = requestAnimationFrame(follow);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, ref]);

  const seek = (toMs: number) => {
    if (!ref.current) return;
    ref.current.currentTime = toMs / 1_000;
    setAtMs(toMs);
    onTime(toMs);
  };
  const toggle = () => {
    if (isPlaying) ref.current?.pause();
    else ref.current?.play().catch(() => undefined);
  };

  return (
    <div className={classes['player']}>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript below is the caption, and follows. */}
      <audio
        ref={ref}
        src={url}
        preload="metadata"
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onError={() => setHasFailed(true)}
        onLoadedMetadata={({ currentTarget: { duration } }) => {
          setHasFailed(false);
          if (Number.isFinite(duration)) setLengthMs(duration * 1_000);
        }}
        onTimeUpdate={({ currentTarget }) => {
          setAtMs(currentTarget.currentTime * 1_000);
          onTime(currentTarget.currentTime * 1_000);
        }}
      />
      <div className={classes['player-main']}>
        <ActionIcon
          variant="filled"
          color="pine"
          size={44}
          radius="xl"
          aria-label={isPlaying ? 'Pause recording' : 'Play recording'}
          disabled={hasFailed}
          onClick={toggle}
        >
          {isPlaying ? <IconPlayerPauseFilled size={20} /> : <IconPlayerPlayFilled size={20} />}
        </ActionIcon>
        <Waveform peaks={waveform} atMs={atMs} durationMs={lengthMs} onSeek={seek} />
      </div>
      <Group justify="space-between" gap="xs" className={classes['player-foot'] ?? ''}>
        <Text size="sm" c="dimmed" className="num">
          {formatDuration(atMs)} / {formatDuration(lengthMs)}
        </Text>
        <span className={classes['legend']} aria-hidden="true">
          <i data-speaker="agent" /> Agent
          <i data-speaker="customer" /> User
        </span>
        <Group gap={4} wrap="nowrap">
          <NativeSelect
            size="xs"
            aria-label="Speed"
            value={speed}
            data={speeds.map((value) => ({ value, label: `${value}×` }))}
            onChange={({ currentTarget: { value } }) => {
              setSpeed(value);
              if (ref.current) ref.current.playbackRate = Number(value);
            }}
          />
          <Anchor href={url} download aria-label="Download recording" className={classes['download'] ?? ''}>
            <IconDownload size={18} stroke={1.7} />
          </Anchor>
        </Group>
      </Group>
      {hasFailed && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
          The recording could not be played. Reload the page, or download it.
        </Text>
      )}
    </div>
  );
}
