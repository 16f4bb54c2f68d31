import { randomUUID } from 'node:crypto';
import { LiveEvent } from '@parley/contract/live-events';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { parseCursor } from './cursor.ts';
import type { LiveFeed } from './live-feed.ts';
import { deleteOlderThan, insertEvents } from './queries.ts';
import { WorkspaceFeed } from './workspace-feed.ts';

const storedChannel = 'parley_live_events';
const toldChannel = 'parley_live_told';
/** How long a screen may be away. Rows are kept a little longer, so that a known cursor misses none. */
const keepMs = 60 * 60_000;
const keepMarginMs = 10 * 60_000;
const pruneEveryMs = 5 * 60_000;
/** What is told goes to the other processes in batches; a person does not see 50 ms. */
const defaultBatchMs = 50;
/** PostgreSQL documentation, NOTIFY: the payload must be shorter than 8000 bytes. */
const payloadMaxBytes = 7_900;
/** Told events that wait for the next batch; the oldest fall away beyond, as nobody acts on them alone. */
const waitingMax = 2_000;

const Told = z.object({ from: z.string(), events: z.array(z.tuple([z.string(), LiveEvent])) });

export type LiveFeedOptions = {
  database: Database;
  log: Log;
  batchMs?: number;
  /** How long stored events can be asked for again. */
  keepMs?: number;
};

/** Opens the live feed of this process on a database. */
export async function openLiveFeed(options: LiveFeedOptions): Promise<LiveFeed> {
  const { database, log, batchMs = defaultBatchMs } = options;
  const kept = options.keepMs ?? keepMs;
  const processId = randomUUID();
  const feeds = new Map<string, WorkspaceFeed>();
  /** The embedded database has no other process. */
  const hasOthers = database.kind === 'postgres';
  let waiting: [string, LiveEvent][] = [];
  let batchTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const onTold = (payload: string): void => {
    const told = parseTold(payload);
    if (told === undefined || told.from === processId) return;
    for (const [workspaceId, event] of told.events) feeds.get(workspaceId)?.tell(event);
  };
  const sendBatch = async (): Promise<void> => {
    batchTimer = undefined;
    const batch = waiting;
    waiting = [];
    for (const payload of toPayloads(processId, batch)) {
      try {
        await database.queries.execute(sql`select pg_notify(${toldChannel}, ${payload})`);
      } catch (error) {
        log.warn('Live events could not be told to the other processes.', { count: batch.length, error });
      }
    }
  };
  const prune = (): void => {
    deleteOlderThan(database.queries, kept + keepMarginMs).catch((error: unknown) =>
      log.warn('Old live events could not be deleted.', { error }),
    );
  };

  const stopListening = [
    await database.listen(storedChannel, (workspaceId) => feeds.get(workspaceId)?.wake()),
    ...(hasOthers ? [await database.listen(toldChannel, onTold)] : []),
  ];
  const stopGap = database.onListenGap(() => {
    for (const feed of feeds.values()) feed.wake();
  });
  const pruneTimer = setInterval(prune, pruneEveryMs);
  pruneTimer.unref();

  return {
    publish: (queries, workspaceId, event) =>
      insertEvents(queries, { workspaceId, events: [event], channel: storedChannel }),

    publishAll: (queries, workspaceId, events) =>
      insertEvents(queries, { workspaceId, events, channel: storedChannel }),

    tell(workspaceId, event) {
      if (isClosed) return;
      feeds.get(workspaceId)?.tell(event);
      if (!hasOthers) return;
      if (waiting.length >= waitingMax) waiting.shift();
      waiting.push([workspaceId, event]);
      batchTimer ??= setTimeout(() => void sendBatch(), batchMs);
    },

    async subscribe(workspaceId, lastEventId, onEvent) {
      if (isClosed) throw new Error('The live feed is closed.');
      let feed = feeds.get(workspaceId);
      if (feed === undefined) {
        feed = new WorkspaceFeed(workspaceId, { database, log });
        feeds.set(workspaceId, feed);
      }
      const joined = feed;
      // Of its own, so that one function can subscribe twice.
      const listener = (event: LiveEvent, id: string | null): void => onEvent(event, id);
      const cursor = lastEventId === undefined ? undefined : (parseCursor(lastEventId) ?? 'unknown');
      const leave = (): void => {
        joined.leave(listener);
        if (!joined.isEmpty || feeds.get(workspaceId) !== joined) return;
        feeds.delete(workspaceId);
        void joined.close();
      };
      try {
        await joined.join(cursor, (nowMs) => nowMs - kept, listener);
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },

    async close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(pruneTimer);
      clearTimeout(batchTimer);
      stopGap();
      for (const stop of stopListening) await stop();
      for (const feed of feeds.values()) await feed.close();
      feeds.clear();
    },
  };
}

/** As many payloads as needed; an event too large for one is left out, as its screen gets the next. */
function toPayloads(from: string, events: readonly [string, LiveEvent][]): readonly string[] {
  const frameBytes = JSON.stringify({ from, events: [] }).length;
  const payloads: string[] = [];
  let parts: string[] = [];
  let bytes = frameBytes;
  const finish = (): void => {
    if (parts.length > 0) payloads.push(`{"from":${JSON.stringify(from)},"events":[${parts.join(',')}]}`);
    parts = [];
    bytes = frameBytes;
  };
  for (const event of events) {
    const part = JSON.stringify(event);
    const partBytes = Buffer.byteLength(part) + 1;
    if (partBytes + frameBytes > payloadMaxBytes) continue;
    if (bytes + partBytes > payloadMaxBytes) finish();
    parts.push(part);
    bytes += partBytes;
  }
  finish();
  return payloads;
}

function parseTold(payload: string): z.output<typeof Told> | undefined {
  try {
    return Told.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}
