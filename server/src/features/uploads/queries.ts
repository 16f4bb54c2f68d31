import { and, count, eq, inArray, lt } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { type UploadRow, uploads } from './tables.ts';

export async function insertUpload(
  queries: Queries,
  upload: Omit<UploadRow, 'createdAt'>,
): Promise<UploadRow> {
  const [row] = await queries.insert(uploads).values(upload).returning();
  return row!;
}

export async function findUpload(
  queries: Queries,
  workspaceId: string,
  uploadId: string,
): Promise<UploadRow | undefined> {
  const [row] = await queries
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, uploadId), eq(uploads.workspaceId, workspaceId)));
  return row;
}

export async function countUploads(queries: Queries, workspaceId: string): Promise<number> {
  const [row] = await queries
    .select({ uploads: count() })
    .from(uploads)
    .where(eq(uploads.workspaceId, workspaceId));
  return row?.uploads ?? 0;
}

export async function listUploadsBefore(queries: Queries, moment: Date): Promise<UploadRow[]> {
  return await queries.select().from(uploads).where(lt(uploads.createdAt, moment)).limit(1_000);
}

export async function listUploadsOf(queries: Queries, workspaceId: string): Promise<UploadRow[]> {
  return await queries.select().from(uploads).where(eq(uploads.workspaceId, workspaceId)).limit(1_000);
}

export async function deleteUploads(queries: Queries, uploadIds: readonly string[]): Promise<void> {
  if (uploadIds.length > 0) await queries.delete(uploads).where(inArray(uploads.id, [...uploadIds]));
}
