import { AppError } from '@parley/contract/errors';
import { numberLimit } from '@parley/contract/number-rules';
import { fictionalNumbers, isFictionalNumber } from '@parley/contract/phone';
import { and, asc, count, eq, ilike, inArray, like, or, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import { type NumberRow, phoneNumbers } from './tables.ts';

/** The numbers of a workspace, oldest first: all of them, or one page. */
export async function listNumbers(
  queries: Queries,
  workspaceId: string,
  page?: { page: number; pageSize: number },
): Promise<NumberRow[]> {
  return await queries
    .select()
    .from(phoneNumbers)
    .where(eq(phoneNumbers.workspaceId, workspaceId))
    .orderBy(asc(phoneNumbers.createdAt), asc(phoneNumbers.id))
    .limit(page?.pageSize ?? numberLimit)
    .offset(page === undefined ? 0 : (page.page - 1) * page.pageSize);
}

export async function countNumbers(queries: Queries, workspaceId: string): Promise<number> {
  const [row] = await queries
    .select({ numbers: count() })
    .from(phoneNumbers)
    .where(eq(phoneNumbers.workspaceId, workspaceId));
  return row?.numbers ?? 0;
}

/** Every number of the installation, for the operator's eyes at the start. */
export async function listAllNumbers(queries: Queries, limit: number): Promise<string[]> {
  const rows = await queries
    .select({ e164: phoneNumbers.e164 })
    .from(phoneNumbers)
    .orderBy(asc(phoneNumbers.createdAt), asc(phoneNumbers.id))
    .limit(limit);
  return rows.map((row) => row.e164);
}

/** A number by what was dialled, whosever it is: an inbound call knows no workspace yet. */
export async function findNumberByE164(queries: Queries, e164: string): Promise<NumberRow | undefined> {
  const [row] = await queries.select().from(phoneNumbers).where(eq(phoneNumbers.e164, e164));
  return row;
}

/** Numbers whose name contains the text, or whose digits contain its digits where it has three or more. */
export async function findNumbersByText(
  queries: Queries,
  workspaceId: string,
  text: string,
  limit: number,
): Promise<NumberRow[]> {
  const digits = text.replace(/\D/g, '');
  // The text is no pattern: what means something in one is taken as it is (PostgreSQL, 9.7.1).
  const isNamed = ilike(phoneNumbers.name, `%${text.replace(/[\\%_]/g, '\\$&')}%`);
  const isDialled = digits.length >= 3 ? like(phoneNumbers.e164, `%${digits}%`) : undefined;
  return await queries
    .select()
    .from(phoneNumbers)
    .where(and(eq(phoneNumbers.workspaceId, workspaceId), or(isNamed, isDialled)))
    .orderBy(asc(phoneNumbers.createdAt), asc(phoneNumbers.id))
    .limit(limit);
}

/** A number of the workspace, held for the rest of the transaction. */
export async function lockNumber(
  queries: Queries,
  workspaceId: string,
  numberId: string,
): Promise<NumberRow | undefined> {
  const [row] = await queries
    .select()
    .from(phoneNumbers)
    .where(and(eq(phoneNumbers.workspaceId, workspaceId), eq(phoneNumbers.id, numberId)))
    .for('update');
  return row;
}

/**
 * The number an agent calls somebody with: one it is assigned to, else any of the workspace. One of fiction is shown to
 * people of fiction, and to others only where there is no other: networks refuse it.
 */
export async function findOutboundNumber(
  queries: Queries,
  call: { workspaceId: string; agentId: string; toNumber: string },
): Promise<string | undefined> {
  const { workspaceId, agentId, toNumber } = call;
  const [row] = await queries
    .select({ e164: phoneNumbers.e164 })
    .from(phoneNumbers)
    .where(eq(phoneNumbers.workspaceId, workspaceId))
    .orderBy(
      ...(isFictionalNumber(toNumber) ? [] : [sql`${phoneNumbers.e164} ~ ${fictionalNumbers}`]),
      sql`${phoneNumbers.outboundAgentId} is not distinct from ${agentId} desc`,
      asc(phoneNumbers.createdAt),
      asc(phoneNumbers.id),
    )
    .limit(1);
  return row?.e164;
}

/** Numbers by the agents that answer or call with them. */
export async function listAssignedNumbers(
  queries: Queries,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (agentIds.length === 0) return new Map();
  const ids = [...agentIds];
  const rows = await queries
    .select()
    .from(phoneNumbers)
    .where(or(inArray(phoneNumbers.inboundAgentId, ids), inArray(phoneNumbers.outboundAgentId, ids)))
    .orderBy(asc(phoneNumbers.createdAt), asc(phoneNumbers.id));
  const byAgent = new Map<string, string[]>();
  for (const row of rows) {
    for (const agentId of new Set([row.inboundAgentId, row.outboundAgentId])) {
      if (agentId !== null) byAgent.set(agentId, [...(byAgent.get(agentId) ?? []), row.e164]);
    }
  }
  return byAgent;
}

export type NewNumber = {
  workspaceId: string;
  e164: string;
  name?: string;
  connectionId?: string;
  inboundAgentId?: string;
  outboundAgentId?: string;
};

/** Adds a number. Throws number_taken when any workspace has it. */
export async function insertNumber(queries: Queries, number: NewNumber): Promise<NumberRow> {
  // `Primary Line` is the name of numbers nobody named (NUM-1).
  const [row] = await queries
    .insert(phoneNumbers)
    .values({ id: newId('number'), name: 'Primary Line', ...number })
    .onConflictDoNothing({ target: phoneNumbers.e164 })
    .returning();
  if (row === undefined) throw AppError.of('number_taken', { number: number.e164 });
  return row;
}

/** Names a number and chooses who answers and who calls with it. */
export async function saveNumber(
  queries: Queries,
  numberId: string,
  changes: Pick<NumberRow, 'name' | 'inboundAgentId' | 'outboundAgentId'>,
): Promise<NumberRow> {
  const [row] = await queries
    .update(phoneNumbers)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(phoneNumbers.id, numberId))
    .returning();
  if (row === undefined) throw AppError.of('number_not_found', { id: numberId });
  return row;
}

/** Deletes a number. */
export async function deleteNumber(queries: Queries, numberId: string): Promise<void> {
  await queries.delete(phoneNumbers).where(eq(phoneNumbers.id, numberId));
}

/** Takes an agent off every number of its workspace. */
export async function unassignAgent(queries: Queries, workspaceId: string, agentId: string): Promise<void> {
  const isOf = eq(phoneNumbers.workspaceId, workspaceId);
  await queries
    .update(phoneNumbers)
    .set({ inboundAgentId: null, updatedAt: sql`now()` })
    .where(and(isOf, eq(phoneNumbers.inboundAgentId, agentId)));
  await queries
    .update(phoneNumbers)
    .set({ outboundAgentId: null, updatedAt: sql`now()` })
    .where(and(isOf, eq(phoneNumbers.outboundAgentId, agentId)));
}

/** Those of the numbers that the workspace has, oldest first. */
export async function listNumbersById(
  queries: Queries,
  workspaceId: string,
  numberIds: readonly string[],
): Promise<NumberRow[]> {
  if (numberIds.length === 0) return [];
  return await queries
    .select()
    .from(phoneNumbers)
    .where(and(eq(phoneNumbers.workspaceId, workspaceId), inArray(phoneNumbers.id, [...numberIds])))
    .orderBy(asc(phoneNumbers.createdAt), asc(phoneNumbers.id));
}
