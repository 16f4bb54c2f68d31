import { asc, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/db/database.ts';
import { rowsOf } from '../../platform/db/insert-rows.ts';
import { type CountColumn, countColumns, type FiguresChange } from './queries.ts';
import { dayOf } from './slices.ts';
import { type CallFactsRow, callFacts, callFigures, callFiguresOfDays, callSlotsOfDays } from './tables.ts';

/** A quarter of an hour, the finest that is counted by. */
const slotMs = 15 * 60_000;

/** What has been counted of calls, held until the transaction ends. */
export async function lockFacts(tx: Transaction, callIds: readonly string[]): Promise<CallFactsRow[]> {
  return await tx
    .select()
    .from(callFacts)
    .where(inArray(callFacts.callId, [...callIds]))
    .orderBy(asc(callFacts.callId))
    .for('update');
}

/** What a call keeps for good. */
const fixedColumns: readonly string[] = ['callId', 'workspaceId', 'createdAt'];

export async function saveFacts(tx: Transaction, rows: readonly CallFactsRow[]): Promise<void> {
  if (rows.length === 0) return;
  const changed = Object.entries(getTableColumns(callFacts))
    .filter(([column]) => !fixedColumns.includes(column))
    .map(([, { name }]) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`);
  await tx.execute(sql`
    insert into ${callFacts} ${rowsOf(callFacts, rows)}
    on conflict (call_id) do update set ${sql.join(changed, sql`, `)}`);
}

/** Adds to the counters, table by table and row by row in the order given. */
export async function addToFigures(
  tx: Transaction,
  changes: readonly FiguresChange[],
  shard: number,
): Promise<void> {
  if (changes.length === 0) return;
  await addToSums(tx, callFigures, changes, shard);
  const ofDays = changes.map(({ key, ...rest }) => ({ key: { ...key, slot: dayOf(key.slot) }, ...rest }));
  await addToSums(tx, callFiguresOfDays, ofDays, shard);
  await addToSlots(tx, changes, shard);
}

async function addToSums(
  tx: Transaction,
  table: typeof callFigures | typeof callFiguresOfDays,
  changes: readonly FiguresChange[],
  shard: number,
): Promise<void> {
  const added = (column: CountColumn): SQL =>
    sql`${table[column]} + excluded.${sql.identifier(table[column].name)}`;
  await tx
    .insert(table)
    .values(changes.map(({ key, counts, others }) => ({ ...key, shard, ...counts, others })))
    .onConflictDoUpdate({
      target: keyOf(table),
      set: {
        ...Object.fromEntries(countColumns.map((column) => [column, added(column)])),
        others: sql`add_counts(${table.others}, excluded.others)`,
      },
    });
}

const slotColumns = ['calls_made', 'calls_received', 'calls_connected'] as const;

async function addToSlots(tx: Transaction, changes: readonly FiguresChange[], shard: number): Promise<void> {
  // An analysis moves no call: most have nothing to add here.
  const moved = changes.filter(({ counts }) => slotColumns.some((column) => counts[column] !== 0));
  if (moved.length === 0) return;
  const table = callSlotsOfDays;
  await tx
    .insert(table)
    .values(
      moved.map(({ key, counts }) => {
        const day = dayOf(key.slot);
        const place = (key.slot.getTime() - day.getTime()) / slotMs;
        const placed = (column: (typeof slotColumns)[number]) =>
          sql`add_to_slot(null, ${place}::integer, ${counts[column]}::integer)`;
        return {
          ...key,
          slot: day,
          shard,
          calls_made: placed('calls_made'),
          calls_received: placed('calls_received'),
          calls_connected: placed('calls_connected'),
        };
      }),
    )
    .onConflictDoUpdate({
      target: keyOf(table),
      set: Object.fromEntries(
        slotColumns.map((column) => [
          column,
          sql`add_slots(${table[column]}, excluded.${sql.identifier(column)})`,
        ]),
      ),
    });
}

function keyOf(table: typeof callFigures | typeof callFiguresOfDays | typeof callSlotsOfDays) {
  return [table.workspaceId, table.number, table.agentId, table.isTest, table.slot, table.shard];
}
