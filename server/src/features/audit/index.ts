import type { AuditChange } from '@parley/contract/audit';
import { type AuditAction, auditRetentionDays } from '@parley/contract/audit-actions';
import { z } from 'zod';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { Identity } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteEntriesBefore, insertEntry } from './queries.ts';
import { mountAuditRoutes } from './routes.ts';

export { listChanges } from './list-changes.ts';

export const auditMigrations = new URL('./migrations/', import.meta.url);

/** Who asks and from where: the context of a route's handler is one. */
export type AuditSource = {
  identity: Identity;
  requestId: string;
  request: { ip: string };
};

/** What happened to what. The name is what staff call the thing; it is kept when the thing is gone. */
export type AuditRecord = {
  action: AuditAction;
  subject: { id: string; name: string };
  changes?: readonly AuditChange[];
  /** Where it is not the workspace the request was made in: somebody who joins another one. */
  workspaceId?: string;
};

/** What the trail asks of accounts, which stand on it in turn. */
export type AuditNeeds = {
  listUserNames(queries: Queries, userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
};

export type AuditFeature = {
  /**
   * Writes an entry in the transaction of the change. Every route that writes with the permission edit, manage or
   * own calls it: `await audit.record(tx, context, { action: 'agent.created', subject: { id, name } })`.
   */
  record(tx: Transaction, source: AuditSource, record: AuditRecord): Promise<void>;
};

/** The audit trail: who changed what, when and from where; kept for two years. */
export function openAudit(
  platform: Pick<Platform, 'db' | 'http' | 'jobs'>,
  needs: AuditNeeds,
  nowMs: () => number = Date.now,
): AuditFeature {
  const { db, jobs } = platform;
  mountAuditRoutes(platform, needs);
  jobs.define({
    name: 'audit.delete-old-entries',
    data: z.object({}),
    cron: '43 3 * * *',
    run: async () =>
      await deleteEntriesBefore(db.queries, new Date(nowMs() - auditRetentionDays * 24 * 3600 * 1000)),
  });
  return {
    async record(tx, { identity, requestId, request }, { action, subject, changes = [], workspaceId }) {
      await insertEntry(tx, {
        id: newId('auditEntry'),
        workspaceId: workspaceId ?? identity.workspaceId,
        at: new Date(nowMs()),
        actorKind: identity.apiKey ? 'api_key' : 'user',
        actorId: identity.apiKey?.id ?? identity.userId,
        actorName: identity.apiKey?.name ?? identity.email,
        action,
        subjectId: subject.id,
        subjectName: subject.name,
        changes: [...changes],
        address: request.ip,
        requestId,
      });
    },
  };
}
