import type { LiveEvent } from '@parley/contract/live-events';
import type { Database } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { type Cursor, lowestUnseen, writeCursor } from './cursor.ts';
import { readMissed, readPresent, readSince } from './queries.ts';

export type OnEvent = (event: LiveEvent, id: string | null) => void;

/** A screen that missed more than this does better to fetch again what it shows. */
const replayLimit = 1_000;
/** After an error the events are read again a little later. */
const retryMs = 1_000;

/**
 * The stored events of one workspace, read once for all its screens in this process. Reading and joining
 * take turns, so that a screen that joins gets what it missed, then what comes, nothing twice.
 */
export class WorkspaceFeed {
  readonly #database: Database;
  readonly #log: Log;
  readonly #workspaceId: string;
  readonly #subscribers = new Set<OnEvent>();
  #joining = 0;
  #snapshot: string | undefined;
  #turn: Promise<void> = Promise.resolve();
  #isReadWaiting = false;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(workspaceId: string, { database, log }: { database: Database; log: Log }) {
    this.#workspaceId = workspaceId;
    this.#database = database;
    this.#log = log;
  }

  get isEmpty(): boolean {
    return this.#subscribers.size === 0 && this.#joining === 0;
  }

  /** Something was committed. Calls during one wait become one reading. */
  wake(): void {
    if (this.#isReadWaiting || this.#isClosed) return;
    this.#isReadWaiting = true;
    this.#turn = this.#turn.then(async () => {
      this.#isReadWaiting = false;
      try {
        await this.#read();
      } catch (error) {
        this.#log.warn('Live events could not be read; they are read again.', { error });
        this.#retry ??= setTimeout(() => {
          this.#retry = undefined;
          this.wake();
        }, retryMs);
      }
    });
  }

  /**
   * Begins with what a cursor has not seen (`feed.reset` when that cannot be said any more), or with now:
   * `feed.ready` then carries the place to come back to.
   */
  join(
    cursor: Cursor | 'unknown' | undefined,
    oldestMs: (nowMs: number) => number,
    onEvent: OnEvent,
  ): Promise<void> {
    this.#joining += 1;
    const joined = this.#turn.then(async () => {
      try {
        const atMs = await this.#read();
        if (cursor === undefined) this.#call(onEvent, { type: 'feed.ready' }, this.#present(atMs));
        else await this.#replay(cursor, { atMs, oldestMs: oldestMs(atMs), onEvent });
        if (!this.#isClosed) this.#subscribers.add(onEvent);
      } finally {
        this.#joining -= 1;
      }
    });
    // A join that failed is its caller's to know; the next in line goes on.
    this.#turn = joined.catch(() => undefined);
    return joined;
  }

  leave(onEvent: OnEvent): void {
    this.#subscribers.delete(onEvent);
  }

  /** Events that are stored nowhere. */
  tell(event: LiveEvent): void {
    for (const onEvent of this.#subscribers) this.#call(onEvent, event, null);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#subscribers.clear();
    clearTimeout(this.#retry);
    await this.#turn;
  }

  /** Gives every subscriber what was committed since the last reading. Returns the database's time. */
  async #read(): Promise<number> {
    const base = this.#snapshot;
    if (base === undefined) {
      const present = await readPresent(this.#database.queries);
      this.#snapshot = present.snapshot;
      return present.atMs;
    }
    const { atMs, snapshot, events } = await readSince(this.#database.queries, this.#workspaceId, base);
    this.#snapshot = snapshot;
    events.forEach(({ id, event }, index) => {
      const isLast = index === events.length - 1;
      const cursor = isLast ? { base: snapshot, top: snapshot } : { base, top: snapshot };
      const written = writeCursor({ atMs, ...cursor, lastId: isLast ? '0' : id });
      for (const onEvent of this.#subscribers) this.#call(onEvent, event, written);
    });
    return atMs;
  }

  async #replay(
    cursor: Cursor | 'unknown',
    { atMs, oldestMs, onEvent }: { atMs: number; oldestMs: number; onEvent: OnEvent },
  ): Promise<void> {
    const top = this.#snapshot ?? '';
    const present = this.#present(atMs);
    // A cursor from after the present belongs to another database, such as one before a restore.
    const isKnown = cursor !== 'unknown' && cursor.atMs >= oldestMs && isReached(cursor.top, top);
    const missed = isKnown
      ? await readMissed(this.#database.queries, {
          workspaceId: this.#workspaceId,
          cursor,
          upTo: top,
          limit: replayLimit + 1,
        })
      : [];
    if (!isKnown || missed.length > replayLimit) {
      this.#call(onEvent, { type: 'feed.reset' }, present);
      return;
    }
    missed.forEach(({ id, event }, index) => {
      const isLast = index === missed.length - 1;
      // Below the cursor's own last number there is no place that says exactly what was seen.
      const isExact = cursor.top === cursor.base || BigInt(id) >= BigInt(cursor.lastId);
      const place = isExact ? writeCursor({ atMs, base: cursor.base, top, lastId: id }) : null;
      this.#call(onEvent, event, isLast ? present : place);
    });
  }

  #present(atMs: number): string {
    const snapshot = this.#snapshot ?? '';
    return writeCursor({ atMs, base: snapshot, top: snapshot, lastId: '0' });
  }

  /** One screen's failure is not another's. */
  #call(onEvent: OnEvent, event: LiveEvent, id: string | null): void {
    try {
      onEvent(event, id);
    } catch (error) {
      this.#log.error('A listener of the live feed failed.', { error });
    }
  }
}

function isReached(cursorSnapshot: string, present: string): boolean {
  return BigInt(lowestUnseen(cursorSnapshot)) <= BigInt(lowestUnseen(present));
}
