import type { LiveEvent } from '@parley/contract/live-events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LiveFeed } from '../live-feed/live-feed.ts';
import type { Identity } from './http.ts';
import { type LiveStreams, openLiveStreams } from './live-streams.ts';
import type { OpenHttpServer } from './open-http-server.ts';
import { identityOf, keepLog, type LogEntry, openTestHttpServer } from './testing-http-server.ts';

type Subscription = {
  workspaceId: string;
  lastEventId: string | undefined;
  onEvent: (event: LiveEvent, id: string | null) => void;
};

let server: OpenHttpServer;
let streams: LiveStreams;
let identity: Identity | null;
let subscriptions: Subscription[];
let port: number;
let entries: LogEntry[];

beforeEach(async () => {
  identity = identityOf();
  subscriptions = [];
  const authenticate = async () => identity;
  const opened = await openTestHttpServer({ authenticate });
  const { http, metrics } = opened;
  server = http;
  entries = opened.entries;
  const liveFeed: LiveFeed = {
    publish: async () => undefined,
    publishAll: async () => undefined,
    tell: () => undefined,
    close: async () => undefined,
    subscribe: async (workspaceId, lastEventId, onEvent) => {
      const subscription = { workspaceId, lastEventId, onEvent };
      subscriptions.push(subscription);
      onEvent({ type: 'feed.ready' }, '0');
      return () => void subscriptions.splice(subscriptions.indexOf(subscription), 1);
    },
  };
  streams = openLiveStreams({
    http,
    liveFeed,
    authenticate,
    log: keepLog(entries),
    metrics,
    heartbeatMs: 20,
  });
  port = await server.listen();
});
afterEach(async () => {
  streams.close();
  await server.close();
});

async function follow(headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/live`, { headers });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    response,
    /** Reads until `part` has come, or the end. */
    async readUntil(part: string): Promise<string> {
      while (!text.includes(part)) {
        const { value, done } = (await reader?.read()) ?? { value: '', done: true };
        if (done) break;
        text += value;
      }
      return text;
    },
    stop: () => reader?.cancel(),
  };
}

test('a screen gets events with ids, is told when to come back, and hears a heartbeat', async () => {
  const screen = await follow();
  expect(screen.response.headers.get('content-type')).toContain('text/event-stream');
  expect(screen.response.headers.get('x-content-type-options')).toBe('nosniff');
  await screen.readUntil('feed.ready');
  subscriptions[0]?.onEvent({ type: 'call.analysed', callId: 'call_1' }, '17');
  const text = await screen.readUntil('still here');
  expect(text).toContain('retry: 3000\n\n');
  expect(text).toContain('id: 17\ndata: {"type":"call.analysed","callId":"call_1"}\n\n');
  expect(text).toContain(': still here\n\n');
  await screen.stop();
});

test('the last event id of a screen that returns is handed to the feed', async () => {
  const screen = await follow({ 'last-event-id': '16' });
  await screen.readUntil('feed.ready');
  expect(subscriptions[0]).toMatchObject({ workspaceId: 'wsp_1', lastEventId: '16' });
  await screen.stop();
});

test('a visitor is refused', async () => {
  identity = null;
  const { response } = await follow();
  expect(response.status).toBe(401);
});

test('a stream ends at once with its session, and at the next heartbeat when the session ran out', async () => {
  const ended = await follow();
  await ended.readUntil('feed.ready');
  streams.endSession('ses_other');
  subscriptions[0]?.onEvent({ type: 'agent.changed', agentId: 'agt_1' }, '1');
  await ended.readUntil('agt_1');
  streams.endSession('ses_1');
  await ended.readUntil('never');
  const expired = await follow();
  await expired.readUntil('feed.ready');
  identity = null;
  await expired.readUntil('never');
  expect(subscriptions).toEqual([]);
});

test('a screen that leaves is forgotten', async () => {
  const screen = await follow();
  await screen.readUntil('feed.ready');
  await screen.stop();
  await expect.poll(() => subscriptions.length).toBe(0);
});

test('a screen that does not read is dropped instead of filling the memory', async () => {
  const screen = await follow();
  await screen.readUntil('feed.ready');
  const text = 'x'.repeat(64 * 1024);
  for (let count = 0; count < 400 && subscriptions.length > 0; count += 1) {
    subscriptions[0]?.onEvent({ type: 'call.partial', callId: 'call_1', speaker: 'agent', text }, null);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(subscriptions).toEqual([]);
  expect(entries.map((entry) => entry.level)).toContain('warn');
});

test('one user may open twenty screens and no more', async () => {
  const screens = await Promise.all(Array.from({ length: 20 }, () => follow()));
  await Promise.all(screens.map((screen) => screen.readUntil('feed.ready')));
  expect((await follow()).response.status).toBe(429);
  await Promise.all(screens.map((screen) => screen.stop()));
});

test('closing the server ends the streams and does not wait for the screens', async () => {
  const screen = await follow();
  await screen.readUntil('feed.ready');
  await server.close();
  await screen.readUntil('never');
});
