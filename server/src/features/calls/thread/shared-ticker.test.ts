import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SharedTicker } from './shared-ticker.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Subscribes and notes the times of the calls. */
function count(ticker: SharedTicker): { atMs: number[]; stop: () => void } {
  const atMs: number[] = [];
  const stop = ticker.subscribe(() => atMs.push(performance.now()));
  return { atMs, stop };
}

test('each subscriber is called once per 20 ms, however many there are', () => {
  const ticker = new SharedTicker();
  const all = Array.from({ length: 35 }, () => count(ticker));
  vi.advanceTimersByTime(40);
  for (const { atMs } of all) atMs.length = 0;
  vi.advanceTimersByTime(2000);
  for (const { atMs } of all) {
    expect(atMs).toHaveLength(100);
    for (const [i, now] of atMs.entries()) expect(now - atMs[0]!).toBe(i * 20);
  }
  for (const { stop } of all) stop();
});

test('many are spread evenly over the 20 ms, and a few wake nobody in between', () => {
  const ticker = new SharedTicker();
  const all = Array.from({ length: 40 }, () => count(ticker));
  vi.advanceTimersByTime(100);
  const moments = new Map<number, number>();
  for (const { atMs } of all) moments.set(atMs.at(-1)! % 20, (moments.get(atMs.at(-1)! % 20) ?? 0) + 1);
  expect([...moments.values()]).toEqual(Array.from({ length: 10 }, () => 4));
  for (const { stop } of all.slice(1)) stop();
  vi.advanceTimersByTime(40);
  const timers = vi.getTimerCount();
  expect(timers).toBe(1);
  let steps = 0;
  const untilMs = performance.now() + 1000;
  while (performance.now() < untilMs) {
    vi.advanceTimersToNextTimer();
    steps += 1;
  }
  expect(steps).toBe(50);
  all[0]!.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('a thread that cannot keep up lets others have their turn after each round', () => {
  let workedMs = 0;
  const begunMs = performance.now();
  const startMs = Date.now();
  const clock = vi
    .spyOn(performance, 'now')
    .mockImplementation(() => Date.now() - startMs + begunMs + workedMs);
  const ticker = new SharedTicker();
  let ticks = 0;
  const stops = Array.from({ length: 30 }, () =>
    ticker.subscribe(() => {
      ticks += 1;
      workedMs += 5;
      if (ticks > 1000) throw new Error('Nobody else ever has a turn.');
    }),
  );
  ticks = 0;
  for (let round = 1; round <= 20; round += 1) {
    vi.advanceTimersToNextTimer();
    expect(ticks).toBe(round * 30);
  }
  for (const stop of stops) stop();
  clock.mockRestore();
});

/** One call in each phase; tells what was done, in order. */
function workAhead(onAhead: () => void): { done: string[]; stop: () => void } {
  const ticker = new SharedTicker();
  const done: string[] = [];
  const stops = Array.from({ length: 10 }, (_, call) =>
    ticker.subscribe(
      () => done.push(`tick ${call}`),
      () => {
        done.push(`ahead ${call}`);
        onAhead();
      },
    ),
  );
  vi.advanceTimersByTime(40);
  done.length = 0;
  vi.advanceTimersByTime(20);
  return {
    done,
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

test('what can be done ahead of a tick is done up to 4 ms before', () => {
  const { done, stop } = workAhead(() => undefined);
  expect(done.filter((each) => each.startsWith('tick'))).toHaveLength(10);
  for (const [i, each] of done.entries()) {
    const call = Number(each.split(' ')[1]);
    if (each.startsWith('tick')) expect(done[i + 1]).toBe(`ahead ${(call + 2) % 10}`);
  }
  stop();
});

test('work ahead stops when a tick is due', () => {
  let workedMs = 0;
  const begunMs = performance.now() - Date.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => Date.now() + begunMs + workedMs);
  const { done, stop } = workAhead(() => {
    workedMs += 2.5;
  });
  expect(done).toContain('ahead 5');
  for (const [i, each] of done.entries())
    if (each.startsWith('ahead') && i + 1 < done.length) expect(done[i + 1]).toMatch(/^tick/);
  stop();
  clock.mockRestore();
});

test('a call that ends in its tick leaves no timer behind, and the next one runs', () => {
  const ticker = new SharedTicker();
  let stop = (): void => undefined;
  stop = ticker.subscribe(() => stop());
  vi.advanceTimersByTime(100);
  expect(vi.getTimerCount()).toBe(0);
  const next = count(ticker);
  vi.advanceTimersByTime(100);
  expect(next.atMs.map((now) => now - next.atMs[0]!)).toEqual([0, 20, 40, 60, 80]);
  next.stop();
});

test('what was missed in a short stall is caught up, in a long one left out', () => {
  let stalledMs = 0;
  const begunMs = performance.now();
  const clock = vi
    .spyOn(performance, 'now')
    .mockImplementation(() => Date.now() - startMs + begunMs + stalledMs);
  const startMs = Date.now();
  const ticker = new SharedTicker();
  const { atMs, stop } = count(ticker);
  vi.advanceTimersByTime(1000);
  expect(atMs).toHaveLength(51);
  stalledMs = 60;
  vi.advanceTimersByTime(200);
  expect(atMs).toHaveLength(51 + 13);
  expect(ticker.takeLateMsMax()).toBeGreaterThanOrEqual(58);
  expect(ticker.takeLateMsMax()).toBe(0);
  stalledMs = 1060;
  vi.advanceTimersByTime(200);
  expect(atMs.length).toBeLessThanOrEqual(64 + 11);
  stop();
  clock.mockRestore();
});
