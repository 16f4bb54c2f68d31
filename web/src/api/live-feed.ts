import type { LiveEvent } from '@parley/contract/live-events';
import { type LiveListener, type LiveSource, type LiveStatus, openLiveSource } from './live-source.ts';

type TabMessage =
  | { type: 'event'; event: LiveEvent }
  | { type: 'status'; status: LiveStatus }
  | { type: 'ask-status' }
  | { type: 'retry' };

/**
 * The live feed of all tabs of a browser. Browsers allow six HTTP/1.1 connections to a host, so tabs share one:
 * the tab that holds the lock listens and tells the others, and when it closes another takes over.
 * Without locks, as on plain HTTP beyond localhost, each tab listens for itself.
 */
export function openLiveFeed(listener: LiveListener): LiveSource {
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) return openLiveSource(listener);

  const channel = new BroadcastChannel('parley-live-feed');
  const stopped = new AbortController();
  const tell = (message: TabMessage) => {
    if (!stopped.signal.aborted) channel.postMessage(message);
  };
  let source: LiveSource | undefined;
  let lastStatus: LiveStatus | undefined;
  let wasFollower = false;

  const lead = () =>
    new Promise<void>((release) => {
      source = openLiveSource({
        onEvent: (event) => {
          listener.onEvent(event);
          tell({ type: 'event', event });
        },
        onStatus: (status) => {
          lastStatus = status;
          listener.onStatus(status);
          tell({ type: 'status', status });
        },
      });
      // What the tab before heard last is unknown here.
      if (wasFollower) listener.onEvent({ type: 'feed.reset' });
      stopped.signal.addEventListener('abort', () => {
        source?.close();
        release();
      });
    });

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.type === 'ask-status') {
      if (source && lastStatus) tell({ type: 'status', status: lastStatus });
    } else if (data.type === 'retry') source?.retryNow();
    else if (source) return;
    else {
      wasFollower = true;
      if (data.type === 'event') listener.onEvent(data.event);
      else listener.onStatus(data.status);
    }
  };
  navigator.locks.request('parley-live-feed', { signal: stopped.signal }, lead).catch(() => {
    // Closed before its turn came.
  });
  tell({ type: 'ask-status' });

  return {
    retryNow() {
      if (source) source.retryNow();
      else tell({ type: 'retry' });
    },
    close() {
      if (stopped.signal.aborted) return;
      stopped.abort();
      channel.close();
    },
  };
}
