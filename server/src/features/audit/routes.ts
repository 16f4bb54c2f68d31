import { type AuditEntry, auditRoutes } from '@parley/contract/audit';
import type { Platform } from '../../platform/platform.ts';
import type { AuditNeeds } from './index.ts';
import { countEntries, listEntries } from './queries.ts';
import type { AuditRow } from './tables.ts';

const dayMs = 24 * 3600 * 1000;

/** Mounts the audit trail. */
export function mountAuditRoutes({ db, http }: Pick<Platform, 'db' | 'http'>, needs: AuditNeeds): void {
  http.mount(auditRoutes.list, async ({ query }, { identity }) => {
    const { page, page_size: pageSize, member, action, from, to } = query;
    const filter = {
      workspaceId: identity.workspaceId,
      actorId: member,
      action,
      from: from === undefined ? undefined : new Date(from),
      before: to === undefined ? undefined : new Date(Date.parse(to) + dayMs),
    };
    const [rows, count] = await Promise.all([
      listEntries(db.queries, filter, { page, pageSize }),
      countEntries(db.queries, filter),
    ]);
    const names = await needs.listUserNames(
      db.queries,
      rows.filter((row) => row.actorKind === 'user').map((row) => row.actorId),
    );
    return { entries: rows.map((row) => toEntry(row, names.get(row.actorId))), count };
  });
}

/** An entry as the wire names it; people by the name they have now. */
function toEntry(row: AuditRow, nameNow: string | undefined): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { kind: row.actorKind, id: row.actorId, name: nameNow || row.actorName },
    action: row.action,
    subject: { id: row.subjectId, name: row.subjectName },
    changes: row.changes,
    address: row.address,
  };
}
