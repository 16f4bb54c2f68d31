import { open } from 'node:fs/promises';
import { AppError } from '@parley/contract/errors';
import { knowledgeRoutes } from '@parley/contract/knowledge';
import { type KnowledgeFileType, knowledgeFilePath } from '@parley/contract/knowledge-rules';
import { newId } from '../../platform/db/new-id.ts';
import type { SignedInContext } from '../../platform/http/http.ts';
import type { UploadedFile } from '../../platform/http/take-upload.ts';
import type { Platform } from '../../platform/platform.ts';
import { listChanges } from '../audit/index.ts';
import type { ItemChanges } from './change-items.ts';
import type { KnowledgeNeeds } from './index.ts';
import { loadBase } from './load-bases.ts';
import { findBase, findItem, insertItem, saveItemToRead } from './queries.ts';
import { ReadingError } from './reading/reading-error.ts';
import { sniffedBytes, sniffFile } from './reading/sniff-file.ts';

const contentTypes: Readonly<Record<KnowledgeFileType, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  csv: 'text/csv',
};

/** Mounts the calls that take and give the files of knowledge bases. */
export function mountFileRoutes(platform: Platform, needs: KnowledgeNeeds, changes: ItemChanges): void {
  const { db, http, storage } = platform;
  const { audit } = needs;
  const viewOf = (workspaceId: string, id: string) =>
    loadBase({ queries: db.queries, needs, workspaceId }, id);

  /** Keeps the request's file in the storage while its row is written; a row that fails leaves no file. */
  const keepFile = async <T>(
    { takeUpload, identity }: SignedInContext,
    write: (file: KeptFile) => Promise<T>,
  ): Promise<T> => {
    const uploaded = await takeUpload();
    const type = await getType(uploaded);
    const storageKey = `knowledge/${identity.workspaceId}/${newId('knowledgeItem')}.${type}`;
    await storage.putFile(storageKey, uploaded.path, contentTypes[type]);
    const title = uploaded.name.replace(/\.[^.]+$/, '').trim() || uploaded.name;
    try {
      return await write({ source: uploaded.name, title, storageKey, sizeBytes: uploaded.sizeBytes });
    } catch (error) {
      await storage.remove(storageKey).catch(() => undefined);
      throw error;
    }
  };

  http.mount(knowledgeRoutes.addFile, async ({ params }, context) => {
    const { workspaceId } = context.identity;
    if ((await findBase(db.queries, workspaceId, params.id)) === undefined)
      throw AppError.of('knowledge_base_not_found');
    await keepFile(context, (file) =>
      db.transaction(async (tx) => {
        const base = await changes.getLocked(tx, workspaceId, params.id);
        await changes.checkRoom(tx, base.id);
        const item = { knowledgeBaseId: base.id, kind: 'file', state: 'waiting', ...file } as const;
        await changes.index(tx, await insertItem(tx, item));
        await audit.record(tx, context, {
          action: 'knowledge.item-added',
          subject: { id: base.id, name: base.name },
          changes: [{ field: 'item', before: null, after: file.source }],
        });
        await changes.changed(tx, workspaceId, base.id);
      }),
    );
    return await viewOf(workspaceId, params.id);
  });

  http.mount(knowledgeRoutes.saveFile, async ({ params }, context) => {
    const { workspaceId } = context.identity;
    if ((await findBase(db.queries, workspaceId, params.id)) === undefined)
      throw AppError.of('knowledge_base_not_found');
    if ((await findItem(db.queries, params.id, params.itemId))?.kind !== 'file')
      throw AppError.of('knowledge_item_not_found');
    await keepFile(context, (file) =>
      db.transaction(async (tx) => {
        const base = await changes.getLocked(tx, workspaceId, params.id);
        const item = await changes.getItem(tx, base.id, params.itemId);
        const saved = await saveItemToRead(tx, item.id, { state: 'waiting', ...file });
        if (saved) await changes.index(tx, saved);
        await changes.removeFiles(tx, [item.storageKey]);
        await audit.record(tx, context, {
          action: 'knowledge.item-changed',
          subject: { id: base.id, name: base.name },
          changes: listChanges({ file: item.source }, { file: file.source }),
        });
        await changes.changed(tx, workspaceId, base.id);
      }),
    );
    return await viewOf(workspaceId, params.id);
  });

  http.mountStream(
    knowledgeFilePath('{id}', '{itemId}'),
    { access: 'signed-in', scope: 'knowledge:read' },
    async ({ identity, request, reply }) => {
      const { id, itemId } = request.params as { id: string; itemId: string };
      const base = await findBase(db.queries, identity.workspaceId, id);
      if (base === undefined) throw AppError.of('knowledge_base_not_found');
      const item = await findItem(db.queries, base.id, itemId);
      if (!item?.storageKey) throw AppError.of('knowledge_item_not_found');
      const name = encodeURIComponent(item.source);
      // Never shown in the page: what somebody uploaded may be a page that acts as ours.
      return reply
        .type('application/octet-stream')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
        .header('content-length', item.sizeBytes)
        .send(await storage.read(item.storageKey));
    },
  );
}

type KeptFile = { source: string; title: string; storageKey: string; sizeBytes: number };

/** What the file is. Throws knowledge_file_refused. */
async function getType({ name, path }: UploadedFile): Promise<KnowledgeFileType> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0);
    return sniffFile(name, buffer.subarray(0, bytesRead));
  } catch (error) {
    if (error instanceof ReadingError) throw AppError.of('knowledge_file_refused', { reason: error.message });
    throw error;
  } finally {
    await file.close();
  }
}
