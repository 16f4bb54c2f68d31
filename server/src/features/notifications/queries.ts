import { and, count, desc, eq, gte, inArray, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { type NotificationRow, notificationReads, notifications, notificationWelcomes } from './tables.ts';

/** Whose notifications: those for everybody in the workspace, and those for the user alone. */
export type Reader = { workspaceId: string; userId: string };

const isFor = ({ workspaceId, userId }: Reader): SQL | undefined =>
  and(
    eq(notifications.workspaceId, workspaceId),
    or(isNull(notifications.userId), eq(notifications.userId, userId)),
  );

const isReadBy = (userId: string): SQL<boolean> =>
  sql<boolean>`exists (select from ${notificationReads} where ${notificationReads.notificationId} = ${notifications.id}
    and ${notificationReads.userId} = ${userId} and ${notificationReads.readAt} >= ${notifications.lastAt})`;

const newestFirst = [desc(notifications.lastAt), desc(notifications.id)];

/** One page for a reader, newest first. */
export async function listNotifications(
  queries: Queries,
  reader: Reader,
  page: { page: number; pageSize: number },
): Promise<{ row: NotificationRow; isRead: boolean }[]> {
  return await queries
    .select({ row: notifications, isRead: isReadBy(reader.userId) })
    .from(notifications)
    .where(isFor(reader))
    .orderBy(...newestFirst)
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize);
}

export async function countNotifications(
  queries: Queries,
  reader: Reader,
): Promise<{ total: number; unread: number }> {
  const [row] = await queries
    .select({
      total: count(),
      unread: sql<number>`(count(*) filter (where ${not(isReadBy(reader.userId))}))::int`,
    })
    .from(notifications)
    .where(isFor(reader));
  return row ?? { total: 0, unread: 0 };
}

/** Marks those the reader may see as read now: all of them, or the one named. Returns how many there were. */
export async function saveRead(queries: Queries, reader: Reader, notificationId?: string): Promise<number> {
  const isMeant = notificationId === undefined ? undefined : eq(notifications.id, notificationId);
  const rows = await queries
    .insert(notificationReads)
    .select(
      queries
        .select({
          notificationId: notifications.id,
          userId: sql<string>`${reader.userId}`.as('user_id'),
          readAt: sql<Date>`clock_timestamp()`.as('read_at'),
        })
        .from(notifications)
        .where(and(isFor(reader), isMeant)),
    )
    .onConflictDoUpdate({
      target: [notificationReads.notificationId, notificationReads.userId],
      set: { readAt: sql`excluded.read_at` },
    })
    .returning({ id: notificationReads.notificationId });
  return rows.length;
}

/** Whether the same was told less than `withinMs` ago. */
export async function wasToldWithin(
  queries: Queries,
  group: { workspaceId: string; groupKey: string },
  withinMs: number,
): Promise<boolean> {
  const rows = await queries
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.workspaceId, group.workspaceId),
        eq(notifications.groupKey, group.groupKey),
        gte(notifications.lastAt, sql`now() - make_interval(secs => ${withinMs / 1_000})`),
      ),
    );
  return rows.length > 0;
}

/** Adds a notification; one with a group key replaces the one of its group, which keeps the day it began. */
export async function saveNotification(
  queries: Queries,
  row: typeof notifications.$inferInsert,
): Promise<string> {
  const { kind, tone, title, text, link = null, userId = null } = row;
  const [saved] = await queries
    .insert(notifications)
    .values(row)
    .onConflictDoUpdate({
      target: [notifications.workspaceId, notifications.groupKey],
      targetWhere: sql`${notifications.groupKey} is not null`,
      set: {
        ...{ kind, tone, title, text, link, userId },
        lastAt: sql`clock_timestamp()`,
        createdAt: sql`case when ${notifications.lastAt} < now() - interval '1 day' then now() else ${notifications.createdAt} end`,
      },
    })
    .returning({ id: notifications.id });
  return saved!.id;
}

/** Forgets the oldest of a workspace beyond the newest `kept`. */
export async function deleteBeyond(queries: Queries, workspaceId: string, kept: number): Promise<void> {
  const beyond = queries
    .select({ id: notifications.id })
    .from(notifications)
    .where(eq(notifications.workspaceId, workspaceId))
    .orderBy(...newestFirst)
    .offset(kept);
  await queries.delete(notifications).where(inArray(notifications.id, beyond));
}

export async function deleteOlderThan(queries: Queries, before: Date): Promise<void> {
  await queries.delete(notifications).where(lt(notifications.lastAt, before));
}

/** True for the one who is the first to welcome the workspace. */
export async function claimWelcome(queries: Queries, workspaceId: string): Promise<boolean> {
  const rows = await queries
    .insert(notificationWelcomes)
    .values({ workspaceId })
    .onConflictDoNothing()
    .returning({ workspaceId: notificationWelcomes.workspaceId });
  return rows.length > 0;
}

/** Adds the first notifications of a workspace; the first of them counts as the newest. */
export async function insertWelcomes(
  queries: Queries,
  workspaceId: string,
  welcomes: readonly { id: string; title: string; text: string; link: string }[],
): Promise<void> {
  const when = (at: number) => sql`now() - make_interval(secs => ${at / 1_000})`;
  await queries.insert(notifications).values(
    welcomes.map((welcome, at) => ({
      ...welcome,
      workspaceId,
      kind: 'welcome' as const,
      tone: 'info' as const,
      createdAt: when(at),
      lastAt: when(at),
    })),
  );
}

export async function isWelcomed(queries: Queries, workspaceId: string): Promise<boolean> {
  const rows = await queries
    .select({ workspaceId: notificationWelcomes.workspaceId })
    .from(notificationWelcomes)
    .where(eq(notificationWelcomes.workspaceId, workspaceId));
  return rows.length > 0;
}
