import type { RefusalReason } from '@parley/contract/campaign-rules';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import { campaignImports, type ImportRow, refusedRows } from './tables.ts';

export type NewImport = Pick<
  ImportRow,
  'campaignId' | 'workspaceId' | 'uploadId' | 'fileName' | 'fieldMappings'
>;

export async function insertImport(queries: Queries, given: NewImport): Promise<ImportRow> {
  const [row] = await queries
    .insert(campaignImports)
    .values({ id: newId('campaignImport'), state: 'waiting', ...given })
    .returning();
  return row!;
}

export async function findImport(queries: Queries, importId: string): Promise<ImportRow | undefined> {
  const [row] = await queries.select().from(campaignImports).where(eq(campaignImports.id, importId));
  return row;
}

/** The latest file of each campaign. */
export async function listLastImports(
  queries: Queries,
  campaignIds: readonly string[],
): Promise<Map<string, ImportRow>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await queries
    .selectDistinctOn([campaignImports.campaignId])
    .from(campaignImports)
    .where(inArray(campaignImports.campaignId, [...campaignIds]))
    .orderBy(campaignImports.campaignId, desc(campaignImports.id));
  return new Map(rows.map((row) => [row.campaignId, row]));
}

/** Every file of a campaign, oldest first. */
export async function listImports(queries: Queries, campaignId: string): Promise<ImportRow[]> {
  return await queries
    .select()
    .from(campaignImports)
    .where(eq(campaignImports.campaignId, campaignId))
    .orderBy(campaignImports.id);
}

/** A good row of a file, ready to be stored. */
export type NewContact = {
  id: string;
  rowNumber: number;
  phone: string;
  fields: Readonly<Record<string, string>>;
  name: string;
  timeZone: string;
  otherZones: readonly string[];
  consent: string | null;
};

/** Adds contacts that wait for their turn. Returns the numbers added: those the campaign has already are left out. */
export async function insertContacts(
  tx: Transaction,
  given: Pick<ImportRow, 'campaignId' | 'workspaceId' | 'id'>,
  rows: readonly NewContact[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const column = <T>(pick: (row: NewContact) => T) => sql.param(rows.map(pick));
  const { rows: added } = await tx.execute<{ phone: string }>(sql`
    insert into contacts (
      id, campaign_id, workspace_id, import_id, row_number, phone, fields, name, search_name,
      time_zone, other_zones, consent, state, reason, next_at
    )
    select added.id, ${given.campaignId}, ${given.workspaceId}, ${given.id}, added.row_number, added.phone,
      added.fields::jsonb, added.name, lower(added.name), added.time_zone, added.other_zones::jsonb, added.consent,
      'waiting', 'not_called_yet', now()
    from unnest(
      ${column((row) => row.id)}::text[], ${column((row) => row.rowNumber)}::int[],
      ${column((row) => row.phone)}::text[], ${column((row) => JSON.stringify(row.fields))}::text[],
      ${column((row) => row.name)}::text[], ${column((row) => row.timeZone)}::text[],
      ${column((row) => JSON.stringify(row.otherZones))}::text[], ${column((row) => row.consent)}::text[]
    ) as added (id, row_number, phone, fields, name, time_zone, other_zones, consent)
    on conflict (campaign_id, phone) do nothing
    returning phone`);
  return new Set(added.map((row) => row.phone));
}

export type RefusedRow = { rowNumber: number; reason: RefusalReason; cells: readonly string[] };

export async function insertRefused(
  tx: Transaction,
  importId: string,
  rows: readonly RefusedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into refused_rows (import_id, row_number, reason, cells)
    select ${importId}, refused.row_number, refused.reason, refused.cells::jsonb
    from unnest(
      ${sql.param(rows.map((row) => row.rowNumber))}::int[], ${sql.param(rows.map((row) => row.reason))}::text[],
      ${sql.param(rows.map((row) => JSON.stringify(row.cells)))}::text[]
    ) as refused (row_number, reason, cells)`);
}

/** Refused rows of a file in its order, some at a time. */
export async function listRefused(
  queries: Queries,
  importId: string,
  given: { after: number; limit: number },
): Promise<RefusedRow[]> {
  return await queries
    .select({ rowNumber: refusedRows.rowNumber, reason: refusedRows.reason, cells: refusedRows.cells })
    .from(refusedRows)
    .where(and(eq(refusedRows.importId, importId), sql`${refusedRows.rowNumber} > ${given.after}`))
    .orderBy(refusedRows.rowNumber)
    .limit(given.limit);
}

/**
 * Keeps how far a file is read, in the transaction that stores the rows. Undefined when another run of the same job
 * has gone on from `rows` meanwhile, or the file is done: then nothing of this transaction may stay.
 */
export async function saveProgress(
  tx: Transaction,
  given: Pick<ImportRow, 'id' | 'rows'>,
  read: Pick<ImportRow, 'rows' | 'imported' | 'refused' | 'progress' | 'heading'>,
): Promise<ImportRow | undefined> {
  const [row] = await tx
    .update(campaignImports)
    .set({ ...read, state: 'reading', touchedAt: sql`now()` })
    .where(
      and(
        eq(campaignImports.id, given.id),
        eq(campaignImports.rows, given.rows),
        inArray(campaignImports.state, ['waiting', 'reading']),
      ),
    )
    .returning();
  return row;
}

/** Ends the reading of a file, once. */
export async function saveImportEnd(
  tx: Transaction,
  importId: string,
  end: { state: 'done' | 'failed'; problem: string },
): Promise<ImportRow | undefined> {
  const [row] = await tx
    .update(campaignImports)
    .set({ ...end, finishedAt: sql`now()`, ...(end.state === 'done' && { progress: 1 }) })
    .where(and(eq(campaignImports.id, importId), inArray(campaignImports.state, ['waiting', 'reading'])))
    .returning();
  return row;
}

/** Imports that nobody has touched for so long: the process that read them is gone. */
export async function listLostImports(queries: Queries, untouchedSeconds: number): Promise<ImportRow[]> {
  return await queries
    .select()
    .from(campaignImports)
    .where(
      and(
        inArray(campaignImports.state, ['waiting', 'reading']),
        sql`${campaignImports.touchedAt} <= now() - make_interval(secs => ${untouchedSeconds})`,
      ),
    )
    .limit(100);
}
