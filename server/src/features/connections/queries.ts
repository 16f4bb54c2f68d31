import { and, asc, desc, eq } from 'drizzle-orm';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import { type ConnectionRow, connections } from './tables.ts';

/** Connections one workspace may have. */
export const connectionLimit = 200;

/** The connections of a workspace, newest first: the order calls choose them in. */
export async function listConnections(queries: Queries, workspaceId: string): Promise<ConnectionRow[]> {
  return await queries
    .select()
    .from(connections)
    .where(eq(connections.workspaceId, workspaceId))
    .orderBy(desc(connections.createdAt), desc(connections.id))
    .limit(connectionLimit);
}

/** The connections of all workspaces at one carrier. */
export async function listByCarrier(queries: Queries, vendor: string): Promise<ConnectionRow[]> {
  return await selectByCarrier(queries, vendor);
}

/** As `listByCarrier`; none of them can be deleted until the transaction ends. */
export async function holdByCarrier(tx: Transaction, vendor: string): Promise<ConnectionRow[]> {
  return await selectByCarrier(tx, vendor).for('key share');
}

/** Whether the workspace still has the connection, which stays then until the transaction ends. The operator's always stay. */
export async function holdConnection(
  tx: Transaction,
  workspaceId: string,
  connectionId: string,
): Promise<boolean> {
  if (connectionId.startsWith('environment:')) return true;
  const rows = await tx
    .select({ id: connections.id })
    .from(connections)
    .where(and(eq(connections.workspaceId, workspaceId), eq(connections.id, connectionId)))
    .for('key share');
  return rows.length > 0;
}

function selectByCarrier(queries: Queries, vendor: string) {
  return queries
    .select()
    .from(connections)
    .where(and(eq(connections.kind, 'carrier'), eq(connections.vendor, vendor)))
    .orderBy(asc(connections.createdAt), asc(connections.id));
}

export async function insertConnection(
  queries: Queries,
  connection: Omit<ConnectionRow, 'id' | 'createdAt'>,
): Promise<ConnectionRow> {
  const [row] = await queries
    .insert(connections)
    .values({ id: newId('connection'), ...connection })
    .returning();
  if (row === undefined) throw new Error('The connection was not stored.');
  return row;
}

/** A connection of the workspace; undefined when there is none. */
export async function findConnection(
  queries: Queries,
  workspaceId: string,
  connectionId: string,
): Promise<ConnectionRow | undefined> {
  const rows = await queries
    .select()
    .from(connections)
    .where(and(eq(connections.workspaceId, workspaceId), eq(connections.id, connectionId)));
  return rows[0];
}

/** Saves name and settings of a connection of the workspace; undefined when it is gone. */
export async function saveConnection(
  queries: Queries,
  connection: Pick<ConnectionRow, 'id' | 'workspaceId' | 'name' | 'settings' | 'encryptedSecrets'>,
): Promise<ConnectionRow | undefined> {
  const { id, workspaceId, ...changes } = connection;
  const rows = await queries
    .update(connections)
    .set(changes)
    .where(and(eq(connections.workspaceId, workspaceId), eq(connections.id, id)))
    .returning();
  return rows[0];
}

/** Deletes a connection of the workspace; undefined when there was none. */
export async function deleteConnection(
  queries: Queries,
  workspaceId: string,
  connectionId: string,
): Promise<ConnectionRow | undefined> {
  const deleted = await queries
    .delete(connections)
    .where(and(eq(connections.workspaceId, workspaceId), eq(connections.id, connectionId)))
    .returning();
  return deleted[0];
}
