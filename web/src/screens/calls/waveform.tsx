import { useId } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useMemo } from 'react';
import { spokenDuration } from '../../components/format.ts';
import classes from './recording-player.module.css';
import { barPitch, barsPath, gainOf, laneHeight, resamplePeaks } from './waveform-path.ts';

type WaveformProps = {
  /** Peaks 0..1 of both channels; null draws a quiet line. */
  peaks: { agent: readonly number[]; customer: readonly number[] } | null;
  atMs: number;
  durationMs: number;
  onSeek: (toMs: number) => void;
};

const bars = 88;
/** Steps of the keyboard, as in the players people know. */
const stepMs = 5_000;
const pageStepMs = 15_000;

/** Both voices of a recording, agent above and customer below, and the place in it: a slider by pointer and keys. */
export function Waveform({ peaks, atMs, durationMs, onSeek }: WaveformProps) {
  const clipId = useId();
  const [agent, customer] = useMemo(() => {
    const above = resamplePeaks(peaks?.agent ?? [], bars);
    const below = resamplePeaks(peaks?.customer ?? [], bars);
    const gain = gainOf(above, below);
    const louder = (lane: number[]) => lane.map((peak) => peak * gain);
    return [barsPath(louder(above), 'up'), barsPath(louder(below), 'down')];
  }, [peaks]);
  const width = bars * barPitch;
  const share = durationMs > 0 ? Math.min(1, atMs / durationMs) : 0;

  const seek = (toMs: number) => onSeek(Math.min(durationMs, Math.max(0, toMs)));
  const seekTo = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width: shownWidth } = currentTarget.getBoundingClientRect();
    seek(((clientX - left) / shownWidth) * durationMs);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowLeft: atMs - stepMs,
      ArrowDown: atMs - stepMs,
      ArrowRight: atMs + stepMs,
      ArrowUp: atMs + stepMs,
      PageDown: atMs - pageStepMs,
      PageUp: atMs + pageStepMs,
      Home: 0,
      End: durationMs,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    seek(target);
  };

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Place in the recording"
      aria-valuemin={0}
      aria-valuemax={Math.round(durationMs / 1_000)}
      aria-valuenow={Math.round(atMs / 1_000)}
      aria-valuetext={`${spokenDuration(atMs)} of ${spokenDuration(durationMs)}`}
      className={classes['wave']}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event);
      }}
    >
      <svg viewBox={`0 0 ${width} ${laneHeight * 2}`} preserveAspectRatio="none" aria-hidden="true">
        <clipPath id={clipId}>
          <rect width={share * width} height={laneHeight * 2} />
        </clipPath>
        <g opacity={0.32}>
          <path d={agent} className={classes['wave-agent']} />
          <path d={customer} className={classes['wave-customer']} />
        </g>
        <g clipPath={`url(#${clipId})`}>
          <path d={agent} className={classes['wave-agent']} />
          <path d={customer} className={classes['wave-customer']} />
        </g>
      </svg>
      {share > 0 && <span className={classes['wave-head']} style={{ left: `${share * 100}%` }} />}
    </div>
  );
}
