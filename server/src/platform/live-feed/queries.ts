import { LiveEvent } from '@parley/contract/live-events';
import { sql } from 'drizzle-orm';
import type { Queries } from '../db/database.ts';
import { type Cursor, lowestUnseen } from './cursor.ts';

export type StoredEvent = { id: string; event: LiveEvent };
export type Reading = { atMs: number; snapshot: string; events: readonly StoredEvent[] };

/** Stores events with the transaction and tells their workspace's listeners when that commits. */
export async function insertEvents(
  queries: Queries,
  { workspaceId, events, channel }: { workspaceId: string; events: readonly LiveEvent[]; channel: string },
): Promise<void> {
  if (events.length === 0) return;
  await queries.execute(
    sql`with stored as (
          insert into live_events (workspace_id, event)
          select ${workspaceId}, event from jsonb_array_elements(${JSON.stringify(events)}::jsonb) as given (event))
        select pg_notify(${channel}, ${workspaceId})`,
  );
}

/** The database's present, as a place to begin at. */
export async function readPresent(queries: Queries): Promise<{ atMs: number; snapshot: string }> {
  const { rows } = await queries.execute<{ at_ms: string; snapshot: string }>(
    sql`select ${now} as at_ms, pg_current_snapshot()::text as snapshot`,
  );
  return toReading(rows);
}

/** What became visible to all since a snapshot, and the snapshot of this reading. */
export async function readSince(queries: Queries, workspaceId: string, base: string): Promise<Reading> {
  const { rows } = await queries.execute<ReadingRow>(
    sql`select ${now} as at_ms, pg_current_snapshot()::text as snapshot, e.id, e.event
        from (select 1) as always left join live_events e
          on e.workspace_id = ${workspaceId} and e.transaction_id >= ${lowestUnseen(base)}::xid8
          and not pg_visible_in_snapshot(e.transaction_id, ${base}::pg_snapshot)
        order by e.id`,
  );
  return toReading(rows);
}

/** What a screen has not seen of what is visible in `upTo`: at most `limit` events, oldest first. */
export async function readMissed(
  queries: Queries,
  options: { workspaceId: string; cursor: Cursor; upTo: string; limit: number },
): Promise<readonly StoredEvent[]> {
  const { workspaceId, cursor, upTo, limit } = options;
  const { rows } = await queries.execute<{ id: string; event: unknown }>(
    sql`select id, event from live_events
        where workspace_id = ${workspaceId} and transaction_id >= ${lowestUnseen(cursor.base)}::xid8
          and pg_visible_in_snapshot(transaction_id, ${upTo}::pg_snapshot)
          and not pg_visible_in_snapshot(transaction_id, ${cursor.base}::pg_snapshot)
          and not (id <= ${cursor.lastId}::bigint
            and pg_visible_in_snapshot(transaction_id, ${cursor.top}::pg_snapshot))
        order by id limit ${limit}`,
  );
  return rows.map(toEvent);
}

export async function deleteOlderThan(queries: Queries, ageMs: number): Promise<void> {
  await queries.execute(
    sql`delete from live_events where created_at < now() - ${ageMs} * interval '1 millisecond'`,
  );
}

type ReadingRow = { at_ms: string; snapshot: string; id: string | null; event: unknown };

/** The database's clock: processes may differ. */
const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

function toReading(
  rows: readonly { at_ms: string; snapshot: string; id?: string | null; event?: unknown }[],
): Reading {
  const first = rows[0];
  if (first === undefined) throw new Error('The database gave no snapshot.');
  const events = rows.flatMap(({ id, event }) =>
    id === null || id === undefined ? [] : [toEvent({ id, event })],
  );
  return { atMs: Number(first.at_ms), snapshot: first.snapshot, events };
}

function toEvent({ id, event }: { id: string; event: unknown }): StoredEvent {
  return { id: String(id), event: LiveEvent.parse(event) };
}
