import { and, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { type IntegrationBookingRow, integrationBookings } from './tables.ts';
import type { Interval } from './vendor.ts';

const live = ['held', 'booked'] as const;

export async function findBooking(
  queries: Queries,
  workspaceId: string,
  id: string,
): Promise<IntegrationBookingRow | undefined> {
  const [row] = await queries
    .select()
    .from(integrationBookings)
    .where(and(eq(integrationBookings.workspaceId, workspaceId), eq(integrationBookings.id, id)));
  return row;
}

/** Our own appointments in a calendar that touch the time, but the one named. */
export async function listBookings(
  queries: Queries,
  where: { integrationId: string; exceptId?: string } & Interval,
): Promise<Interval[]> {
  const rows = await queries
    .select()
    .from(integrationBookings)
    .where(
      and(
        eq(integrationBookings.integrationId, where.integrationId),
        inArray(integrationBookings.state, [...live]),
        lt(integrationBookings.startsAt, new Date(where.endMs)),
        gt(integrationBookings.endsAt, new Date(where.startMs)),
        where.exceptId === undefined ? undefined : ne(integrationBookings.id, where.exceptId),
      ),
    );
  return rows.map((row) => ({ startMs: row.startsAt.getTime(), endMs: row.endsAt.getTime() }));
}

/** Holds a time for an appointment; one that was released or cancelled is held anew. */
export async function holdBooking(
  queries: Queries,
  booking: Pick<
    IntegrationBookingRow,
    'id' | 'workspaceId' | 'integrationId' | 'calendarId' | 'startsAt' | 'endsAt'
  >,
): Promise<void> {
  const { calendarId, startsAt, endsAt } = booking;
  await queries
    .insert(integrationBookings)
    .values({ ...booking, state: 'held' })
    .onConflictDoUpdate({
      target: integrationBookings.id,
      set: { state: 'held', calendarId, startsAt, endsAt, updatedAt: sql`now()` },
    });
}

/** Moves an appointment on; false when it was not in one of the states before. */
export async function saveBookingState(
  queries: Queries,
  id: string,
  state: IntegrationBookingRow['state'],
  before: readonly IntegrationBookingRow['state'][],
): Promise<boolean> {
  const rows = await queries
    .update(integrationBookings)
    .set({ state, updatedAt: sql`now()` })
    .where(and(eq(integrationBookings.id, id), inArray(integrationBookings.state, [...before])))
    .returning({ id: integrationBookings.id });
  return rows.length > 0;
}
