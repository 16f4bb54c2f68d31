import { useEffect, useRef } from 'react';
import classes from './simulation.module.css';

/** How often a meter looks, in ms. */
const everyMs = 80;
/** The quietest that is shown, in dB below full scale. */
const floorDb = 48;

type LevelMeterProps = {
  label: string;
  speaker: 'agent' | 'customer';
  /** The peak now, from 0 to 1. */
  readLevel: () => number;
  isRunning: boolean;
};

/** How loud a side is, as a bar that moves many times a second without drawing anything else anew. */
export function LevelMeter({ label, speaker, readLevel, isRunning }: LevelMeterProps) {
  const meter = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const show = (percent: number): void => {
      meter.current?.style.setProperty('--level', `${percent}%`);
      meter.current?.setAttribute('aria-valuenow', String(percent));
    };
    if (!isRunning) {
      show(0);
      return;
    }
    const timer = setInterval(() => show(toPercent(readLevel())), everyMs);
    return () => clearInterval(timer);
  }, [readLevel, isRunning]);
  return (
    <div className={classes['level']} data-speaker={speaker}>
      <span>{label}</span>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw the element in ways that no style reaches alike. */}
      <div
        ref={meter}
        className={classes['bar']}
        role="meter"
        aria-label={`Level of ${label}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={0}
      />
    </div>
  );
}

/** Ears hear by ratios: the bar is in decibels. */
function toPercent(level: number): number {
  if (level <= 0) return 0;
  return Math.round(Math.max(0, Math.min(1, 1 + (20 * Math.log10(level)) / floorDb)) * 100);
}
