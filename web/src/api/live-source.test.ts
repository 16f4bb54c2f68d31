import type { LiveEvent } from '@parley/contract/live-events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EventSourceLike, openLiveSource } from './live-source.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function openWithFakes() {
  const sources: (EventSourceLike & { isClosed: boolean })[] = [];
  const told: (LiveEvent | string)[] = [];
  const live = openLiveSource(
    { onEvent: (event) => told.push(event), onStatus: (status) => told.push(status) },
    () => {
      const source = {
        onopen: null,
        onmessage: null,
        onerror: null,
        readyState: 0,
        isClosed: false,
        close() {
          source.isClosed = true;
        },
      } as EventSourceLike & { isClosed: boolean };
      sources.push(source);
      return source;
    },
  );
  return { live, sources, told };
}

test('events are passed on, and what is no event is dropped', () => {
  const { sources, told } = openWithFakes();
  sources[0]?.onopen?.();
  sources[0]?.onmessage?.({ data: '{"type":"call.analysed","callId":"c"}' });
  sources[0]?.onmessage?.({ data: 'not json' });
  sources[0]?.onmessage?.({ data: 'null' });
  expect(told).toEqual(['open', { type: 'call.analysed', callId: 'c' }]);
});

test('a dropped connection is left to the browser, which resumes it', () => {
  const { sources, told } = openWithFakes();
  sources[0]?.onopen?.();
  sources[0]?.onerror?.();
  vi.advanceTimersByTime(60_000);
  expect(sources).toHaveLength(1);
  sources[0]?.onopen?.();
  expect(told).toEqual(['open', 'retrying', 'open']);
});

test('a refused connection is opened anew, later each time, and then says that something was missed', () => {
  const { sources, told } = openWithFakes();
  const refuse = (at: number) => {
    const source = sources[at];
    if (!source) throw new Error(`There is no connection ${at}.`);
    source.readyState = 2;
    source.onerror?.();
  };
  refuse(0);
  vi.advanceTimersByTime(999);
  expect(sources).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sources).toHaveLength(2);
  refuse(1);
  vi.advanceTimersByTime(1_999);
  expect(sources).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(sources).toHaveLength(3);
  sources[2]?.onopen?.();
  expect(told.slice(-2)).toEqual(['open', { type: 'feed.reset' }]);
});

test('retrying now does not wait, and nothing is opened after close', () => {
  const { live, sources } = openWithFakes();
  const [first] = sources;
  if (first) first.readyState = 2;
  first?.onerror?.();
  live.retryNow();
  expect(sources).toHaveLength(2);
  vi.advanceTimersByTime(60_000);
  expect(sources).toHaveLength(2);
  live.close();
  live.close();
  live.retryNow();
  sources[1]?.onerror?.();
  vi.advanceTimersByTime(60_000);
  expect(sources).toHaveLength(2);
  expect(sources[1]?.isClosed).toBe(true);
});
