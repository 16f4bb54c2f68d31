import type { SipHeaders } from '../message/headers.ts';
import type { Scheduler } from '../scheduler.ts';
import { TimerSet } from '../scheduler.ts';

/** Shortest interval we take: the least that RFC 4028 section 4 allows. */
export const minSessionSeconds = 90;
/** What we ask for (RFC 4028 section 4 recommends 1800). */
export const wantedSessionSeconds = 1800;

/** Who keeps the session alive, in the words of the request: `uac` sent it. */
export type SessionExpires = { seconds: number; refresher: 'uac' | 'uas' | undefined };

export function readSessionExpires(headers: SipHeaders): SessionExpires | undefined {
  const match = /^(\d{1,9})\s*((?:;.*)?)$/.exec(headers.find('session-expires') ?? '');
  if (!match) return undefined;
  const refresher = /;\s*refresher\s*=\s*(uac|uas)\b/i.exec(match[2]!)?.[1]?.toLowerCase();
  return { seconds: Number(match[1]), refresher: refresher as SessionExpires['refresher'] };
}

export function readMinSession(headers: SipHeaders): number {
  const seconds = /^(\d{1,9})/.exec(headers.find('min-se') ?? '')?.[1];
  return Math.max(minSessionSeconds, seconds === undefined ? 0 : Number(seconds));
}

/** What we answer to a request that may start or refresh a session (RFC 4028 section 9). */
export type SessionAnswer =
  /** 422: the interval is too short. */
  | { kind: 'too_short' }
  /** The far end knows no session timers and asks for none. */
  | { kind: 'none' }
  | { kind: 'timer'; seconds: number; refresher: 'us' | 'them'; header: string; isRequired: boolean };

export function answerSessionExpires(request: SipHeaders): SessionAnswer {
  const asked = readSessionExpires(request);
  const isSupported = request.list('supported').some((option) => option.toLowerCase() === 'timer');
  if (asked && asked.seconds < minSessionSeconds) return { kind: isSupported ? 'too_short' : 'none' };
  if (!asked && !isSupported) return { kind: 'none' };
  const seconds = asked?.seconds ?? Math.max(wantedSessionSeconds, readMinSession(request));
  // Whoever rings refreshes, unless it asks us to, or cannot (RFC 4028 table 2).
  const refresher = !isSupported || asked?.refresher === 'uas' ? 'uas' : 'uac';
  return {
    kind: 'timer',
    seconds,
    refresher: refresher === 'uas' ? 'us' : 'them',
    header: `${seconds};refresher=${refresher}`,
    isRequired: refresher === 'uac',
  };
}

export type SessionTimerOptions = {
  scheduler: Scheduler;
  /** Time to send a refresh. */
  onRefresh(): void;
  /** Nobody refreshed: the far end is gone. */
  onExpired(): void;
};

/** The clock of one session (RFC 4028 section 10). */
export class SessionTimer {
  readonly #options: SessionTimerOptions;
  readonly #timers: TimerSet;
  #isOurs = false;
  #seconds = 0;

  constructor(options: SessionTimerOptions) {
    this.#options = options;
    this.#timers = new TimerSet(options.scheduler);
  }

  /** Seconds of the running interval; 0 when there is none. */
  get seconds(): number {
    return this.#seconds;
  }

  get isOurs(): boolean {
    return this.#isOurs;
  }

  start(seconds: number, refresher: 'us' | 'them'): void {
    this.#seconds = seconds;
    this.#isOurs = refresher === 'us';
    if (this.#isOurs) this.#timers.set('refresh', seconds * 500, this.#options.onRefresh);
    else this.#timers.clear('refresh');
    // The side that waits hangs up a little before the end, the one that refreshes at the end.
    const early = this.#isOurs ? 0 : Math.min(32, seconds / 3);
    this.#timers.set('expire', (seconds - early) * 1000, this.#options.onExpired);
  }

  /** After a refresh that failed and may work in a moment. */
  retryRefresh(afterMs: number): void {
    if (this.#seconds > 0) this.#timers.set('refresh', afterMs, this.#options.onRefresh);
  }

  stop(): void {
    this.#seconds = 0;
    this.#timers.clearAll();
  }
}
