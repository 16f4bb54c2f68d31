import type { ServerResponse } from 'node:http';
import { AppError } from '@parley/contract/errors';
import { type LiveEvent, liveFeedPath } from '@parley/contract/live-events';
import { Gauge, type Registry } from 'prom-client';
import type { LiveFeed } from '../live-feed/live-feed.ts';
import type { Log } from '../log/log.ts';
import type { Authenticate, HttpServer, SignedInContext } from './http.ts';

/** Keeps proxies from closing a quiet stream, and is when the session is looked at again, in ms. */
const defaultHeartbeatMs = 15_000;
/** How long a browser waits before it comes back, in ms. */
const retryMs = 3_000;
/** A screen that has this much unread is dropped: it comes back and gets what it missed from the store. */
const unreadLimitBytes = 256 * 1024;
/** Open screens of one user. */
const streamsPerUser = 20;

type Stream = { userId: string; sessionId: string; end: () => void };

export type LiveStreams = {
  /** Ends every stream of a session that is over. */
  endSession(sessionId: string): void;
  /** Ends every stream of a user whose role or workspace changed: the screens come back as who they are now. */
  endUser(userId: string): void;
  /** Ends all of them. May be called twice. */
  close(): void;
};

/** Serves the live feed as Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export function openLiveStreams(options: {
  http: HttpServer;
  liveFeed: LiveFeed;
  authenticate: Authenticate;
  log: Log;
  metrics: Registry;
  heartbeatMs?: number;
}): LiveStreams {
  const { http, liveFeed, authenticate, log, metrics, heartbeatMs = defaultHeartbeatMs } = options;
  const streams = new Set<Stream>();
  let isClosed = false;
  new Gauge({
    name: 'parley_live_streams',
    help: 'Screens that follow the live feed now.',
    registers: [metrics],
    collect() {
      this.set(streams.size);
    },
  });

  const open = async (context: SignedInContext): Promise<void> => {
    const { identity, request, reply } = context;
    const response = reply.raw;
    reply.hijack();
    response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    const stream: Stream = {
      userId: identity.userId,
      sessionId: identity.sessionId,
      end: () => response.end(),
    };
    streams.add(stream);
    const write = (text: string): void => writeBounded(response, text, log);
    write(`retry: ${retryMs}\n\n`);
    const heartbeat = setInterval(() => {
      write(': still here\n\n');
      authenticate(request)
        .then((current) => {
          if (current?.workspaceId !== identity.workspaceId) stream.end();
        })
        .catch(() => undefined);
    }, heartbeatMs);
    let unsubscribe: (() => void) | undefined;
    response.on('close', () => {
      clearInterval(heartbeat);
      streams.delete(stream);
      unsubscribe?.();
    });
    const lastEventId = request.headers['last-event-id'];
    try {
      unsubscribe = await liveFeed.subscribe(
        identity.workspaceId,
        typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : undefined,
        (event, id) => write(toFrame(event, id)),
      );
    } catch (error) {
      log.error('The live feed could not be followed.', { requestId: request.id, error: String(error) });
      response.destroy();
      return;
    }
    if (response.closed || response.destroyed) unsubscribe();
  };

  http.mountStream(liveFeedPath, { access: 'signed-in' }, async (context) => {
    const own = [...streams].filter((stream) => stream.userId === context.identity.userId).length;
    if (isClosed) throw AppError.of('unavailable');
    if (own >= streamsPerUser) throw AppError.of('too_many_requests', { seconds: retryMs / 1000 });
    await open(context);
    return context.reply;
  });
  const endAll = (): void => {
    isClosed = true;
    for (const stream of streams) stream.end();
  };
  http.fastify.addHook('preClose', async () => endAll());
  return {
    endSession(sessionId) {
      for (const stream of streams) if (stream.sessionId === sessionId) stream.end();
    },
    endUser(userId) {
      for (const stream of streams) if (stream.userId === userId) stream.end();
    },
    close: endAll,
  };
}

function toFrame(event: LiveEvent, id: string | null): string {
  const data = `data: ${JSON.stringify(event)}\n\n`;
  return id === null ? data : `id: ${id}\n${data}`;
}

/** Writes to a stream that may have been ended or may not be read. */
function writeBounded(response: ServerResponse, text: string, log: Log): void {
  if (response.writableEnded || response.destroyed) return;
  response.write(text);
  if (response.writableLength <= unreadLimitBytes) return;
  log.warn('A screen that does not read its live feed was dropped.', {
    unreadBytes: response.writableLength,
  });
  response.destroy();
}
