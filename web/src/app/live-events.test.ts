import type { LiveEvent } from '@parley/contract/live-events';
import { QueryClient, QueryObserver, skipToken } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LiveCall, liveCallKey } from '../api/live-call.ts';
import { applyLiveEvents } from './live-events.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const talking: LiveEvent = {
  type: 'call.changed',
  callId: 'call_1',
  state: 'talking',
  direction: 0,
  agentName: 'A',
  fromNumber: '1',
  toNumber: '2',
  endReason: null,
};
const partial: LiveEvent = { type: 'call.partial', callId: 'call_1', speaker: 'agent', text: 'Hello' };

function openCache() {
  const cache = new QueryClient();
  const invalidated = vi.spyOn(cache, 'invalidateQueries').mockResolvedValue();
  const keys = () => invalidated.mock.calls.map(([filters]) => filters?.queryKey?.join('/') ?? 'everything');
  return { cache, keys, ...applyLiveEvents(cache) };
}

test('a changed call is seen at once, and the log reloads once for many changes', () => {
  const { cache, keys, onEvent } = openCache();
  onEvent(talking);
  onEvent({ ...talking, callId: 'call_2' });
  expect(cache.getQueryData<LiveCall>(liveCallKey('call_1'))?.state).toBe('talking');
  expect(keys()).toEqual(['call/call_1', 'call/call_2']);
  vi.advanceTimersByTime(1_500);
  expect(keys().filter((key) => key === 'call-logs')).toHaveLength(1);
  onEvent(talking);
  vi.advanceTimersByTime(1_500);
  expect(keys().filter((key) => key === 'call-logs')).toHaveLength(2);
});

test('words being said are kept only for a call somebody looks at', () => {
  const { cache, onEvent } = openCache();
  onEvent(partial);
  expect(cache.getQueryData(liveCallKey('call_1'))).toBeUndefined();

  const watcher = new QueryObserver<LiveCall>(cache, { queryKey: liveCallKey('call_1'), queryFn: skipToken });
  const stop = watcher.subscribe(() => undefined);
  onEvent(partial);
  expect(cache.getQueryData<LiveCall>(liveCallKey('call_1'))?.partials.agent).toBe('Hello');
  stop();
});

test('after a gap in the feed everything shown is read anew', () => {
  const { keys, onEvent } = openCache();
  onEvent({ type: 'feed.ready' });
  expect(keys()).toEqual([]);
  onEvent({ type: 'feed.reset' });
  expect(keys()).toEqual(['everything']);
});

test('analysis, recording and agents refresh what shows them, and nothing happens after close', () => {
  const { keys, onEvent, close } = openCache();
  onEvent({ type: 'agent.changed', agentId: 'agt_1' });
  onEvent({ type: 'call.analysed', callId: 'call_1' });
  onEvent({ type: 'call.recorded', callId: 'call_2' });
  onEvent({ type: 'knowledge.changed', knowledgeBaseId: 'kb_1' });
  expect(keys()).toEqual(['agents', 'call/call_1', 'call/call_2', 'knowledge']);
  close();
  vi.advanceTimersByTime(5_000);
  expect(keys()).toEqual(['agents', 'call/call_1', 'call/call_2', 'knowledge']);
});

test('a new notification is fetched; one read by a colleague is not', () => {
  const { cache, keys, onEvent } = openCache();
  onEvent({ type: 'notification.added', notificationId: 'ntf_1' });
  expect(keys()).toEqual(['notifications']);
  cache.setQueryData(['profile'], { id: 'me' });
  onEvent({ type: 'notifications.read', userId: 'a colleague' });
  expect(keys()).toHaveLength(1);
  onEvent({ type: 'notifications.read', userId: 'me' });
  expect(keys()).toEqual(['notifications', 'notifications']);
});

test('news of campaigns reload their figures once a second, and how far a file is shows at once', () => {
  const { cache, keys, onEvent } = openCache();
  const campaign = { id: 'cmp_1', import: { state: 'reading', progress: 0, imported: 0, refused: 0 } };
  cache.setQueryData(['campaigns', 'list'], [campaign, { id: 'cmp_2', import: null }]);
  onEvent({
    type: 'campaign.imported',
    campaignId: 'cmp_1',
    state: 'reading',
    progress: 0.5,
    imported: 40,
    refused: 2,
  });
  expect(cache.getQueryData(['campaigns', 'list'])).toEqual([
    { id: 'cmp_1', import: { state: 'reading', progress: 0.5, imported: 40, refused: 2 } },
    { id: 'cmp_2', import: null },
  ]);
  expect(keys()).toEqual([]);
  for (let news = 0; news < 5; news += 1) onEvent({ type: 'campaign.changed', campaignId: 'cmp_1' });
  vi.advanceTimersByTime(1_000);
  expect(keys()).toEqual(['campaigns']);
  onEvent({ type: 'do-not-call.changed' });
  expect(keys()).toEqual(['campaigns', 'do-not-call']);
});
