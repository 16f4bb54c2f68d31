import type { LiveEvent } from '@parley/contract/live-events';

/** `open`: events arrive · `retrying`: the connection is gone and being built again. */
export type LiveStatus = 'open' | 'retrying';

export type LiveSource = { retryNow(): void; close(): void };

export type LiveListener = {
  onEvent: (event: LiveEvent) => void;
  onStatus: (status: LiveStatus) => void;
};

/** The part of the browser's EventSource that is used; a test brings its own. */
export type EventSourceLike = {
  onopen: (() => void) | null;
  onmessage: ((message: { data: string }) => void) | null;
  onerror: (() => void) | null;
  readyState: number;
  close(): void;
};

/** EventSource.CLOSED: the browser has given up, as it does on any answer but 200 (HTML standard, 9.2). */
const closedState = 2;
const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

/**
 * Listens to the live feed and keeps listening. A dropped connection is the browser's to resume, with
 * `Last-Event-ID`; a refused one is opened anew here, after 1 s, 2 s, ... 30 s, and then what was missed is unknown:
 * listeners are told `feed.reset`.
 */
export function openLiveSource(
  { onEvent, onStatus }: LiveListener,
  connect: () => EventSourceLike = () => new EventSource('/api/v1/live') as EventSourceLike,
): LiveSource {
  let source: EventSourceLike | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isClosed = false;

  const open = (): void => {
    const isReopened = failures > 0;
    const current = connect();
    source = current;
    current.onopen = () => {
      failures = 0;
      onStatus('open');
      if (isReopened) onEvent({ type: 'feed.reset' });
    };
    current.onmessage = ({ data }) => {
      const event = parseEvent(data);
      if (event) onEvent(event);
    };
    current.onerror = () => {
      if (isClosed || source !== current) return;
      onStatus('retrying');
      if (current.readyState !== closedState) return;
      timer = setTimeout(open, Math.min(firstRetryMs * 2 ** failures, longestRetryMs));
      failures += 1;
    };
  };

  open();
  return {
    retryNow() {
      if (isClosed) return;
      clearTimeout(timer);
      source?.close();
      failures = Math.max(failures, 1);
      open();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      source?.close();
    },
  };
}

function parseEvent(data: string): LiveEvent | undefined {
  try {
    const event: unknown = JSON.parse(data);
    const isEvent = typeof event === 'object' && event !== null && 'type' in event;
    return isEvent ? (event as LiveEvent) : undefined;
  } catch {
    return undefined;
  }
}
