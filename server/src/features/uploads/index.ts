import { buffer } from 'node:stream/consumers';
import { AppError } from '@parley/contract/errors';
import { uploadFilePath, uploadRoutes } from '@parley/contract/uploads';
import { z } from 'zod';
import type { Queries } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsFeature } from '../accounts/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import {
  countUploads,
  deleteUploads,
  findUpload,
  insertUpload,
  listUploadsBefore,
  listUploadsOf,
} from './queries.ts';
import { type CsvRow, readRows } from './read-rows.ts';
import { readColumns } from './store-upload.ts';
import type { UploadRow } from './tables.ts';

export { decodeText } from './decode-text.ts';
export { type CsvRow, nameColumns, readRows } from './read-rows.ts';
export { toCsvLine } from './write-csv.ts';

export const uploadMigrations = new URL('./migrations/', import.meta.url);

/** How long a file is kept, in days: long enough to be read again after a failure. */
const keptDays = 30;
const dayMs = 24 * 3_600_000;
/** Files a workspace may have waiting at once. */
const uploadLimit = 1_000;

export type UploadsNeeds = {
  accounts: Pick<AccountsFeature, 'beforeWorkspaceDeleted'>;
  audit: Pick<AuditFeature, 'record'>;
  nowMs(): number;
};

export type UploadsFeature = {
  /** The file that `secure_url`, a path or an id names. Throws upload_not_found where the workspace has none. */
  getUpload(queries: Queries, workspaceId: string, url: string): Promise<UploadRow>;
  /** Its rows in order, the heading first. Rejects when its bytes are gone. */
  readRows(upload: Pick<UploadRow, 'storageKey'>): AsyncGenerator<CsvRow>;
};

/** Files that users send: stored, read as CSV by other features, and removed after a while. */
export function openUploads(platform: Platform, needs: UploadsNeeds): UploadsFeature {
  const { db, http, jobs, storage, config } = platform;
  const { accounts, audit, nowMs } = needs;

  http.mount(uploadRoutes.create, async (_input, context) => {
    const { workspaceId, userId } = context.identity;
    const file = await context.takeUpload();
    const columns = await readColumns(file);
    if ((await countUploads(db.queries, workspaceId)) >= uploadLimit)
      throw AppError.of('uploads_at_limit', { limit: uploadLimit });
    const id = newId('upload');
    const storageKey = `uploads/${id}.csv`;
    // The bytes first: a row always has its file.
    await storage.putFile(storageKey, file.path, 'text/csv');
    const row = await db.transaction(async (tx) => {
      const made = await insertUpload(tx, {
        id,
        workspaceId,
        fileName: file.name,
        sizeBytes: file.sizeBytes,
        storageKey,
        createdBy: userId,
      });
      await audit.record(tx, context, { action: 'upload.stored', subject: { id, name: file.name } });
      return made;
    });
    return {
      success: true as const,
      id,
      secure_url: `${config.publicUrl}/api/v1${uploadFilePath(id)}`,
      original_filename: row.fileName,
      bytes: row.sizeBytes,
      columns,
      created_at: row.createdAt.toISOString(),
    };
  });

  http.mountStream(
    uploadFilePath('{id}'),
    { access: 'edit', scope: 'contacts:read' },
    async ({ identity, request, reply }) => {
      const { id } = request.params as { id: string };
      const row = await findUpload(db.queries, identity.workspaceId, id);
      if (row === undefined || (await storage.findSizeBytes(row.storageKey)) === undefined)
        throw AppError.of('upload_not_found');
      return reply
        .type('text/csv')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', 'attachment; filename="upload.csv"')
        .send(await storage.read(row.storageKey));
    },
  );

  const removeAll = async (rows: readonly UploadRow[]): Promise<void> => {
    for (const row of rows) await storage.remove(row.storageKey);
    await deleteUploads(
      db.queries,
      rows.map((row) => row.id),
    );
  };
  jobs.define({
    name: 'uploads.delete-old',
    data: z.object({}),
    cron: '53 3 * * *',
    run: async () => {
      for (;;) {
        const rows = await listUploadsBefore(db.queries, new Date(nowMs() - keptDays * dayMs));
        if (rows.length === 0) return;
        await removeAll(rows);
      }
    },
  });
  accounts.beforeWorkspaceDeleted(async (workspaceId) => {
    await removeAll(await listUploadsOf(db.queries, workspaceId));
    return true;
  });

  return {
    async getUpload(queries, workspaceId, url) {
      const id = /(?:^|\/)(upl_[0-9A-Za-z]{16,32})(?:[/?#.]|$)/.exec(url)?.[1];
      const row = id === undefined ? undefined : await findUpload(queries, workspaceId, id);
      if (row === undefined) throw AppError.of('upload_not_found');
      return row;
    },
    async *readRows({ storageKey }) {
      yield* readRows(await buffer(await storage.read(storageKey)));
    },
  };
}
