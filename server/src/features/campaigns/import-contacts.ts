import { campaignLimits, type RefusalReason } from '@parley/contract/campaign-rules';
import type { LiveEvent } from '@parley/contract/live-events';
import { newId } from '../../platform/db/new-id.ts';
import type { Platform } from '../../platform/platform.ts';
import type { DoNotCallFeature } from '../do-not-call/index.ts';
import type { CsvRow, UploadsFeature } from '../uploads/index.ts';
import { tellCampaign } from './campaign-channel.ts';
import { countAll, countRefused } from './campaign-views.ts';
import { addToCounts } from './counts.ts';
import { zonesOfContact } from './dialing/time-zones.ts';
import {
  findImport,
  insertContacts,
  insertRefused,
  type NewContact,
  type RefusedRow,
  saveImportEnd,
  saveProgress,
} from './import-queries.ts';
import { type ColumnPlan, judgeRow, planColumns, type RowRules } from './judge-row.ts';
import { findCampaign, listCounts } from './queries.ts';
import type { CampaignRow, ImportRow } from './tables.ts';

/** Job that reads a file into its campaign. */
export const importContactsJob = 'campaigns.import';

/** Rows stored in one transaction: what a killed process reads again at most. */
const batchSize = 2_000;

export type ImportNeeds = { uploads: UploadsFeature; doNotCall: DoNotCallFeature; nowMs(): number };

/** The file cannot become contacts; the message is for staff, and trying again would not help. */
class FileProblem extends Error {}

/** Another run of the same job is further on. */
class Overtaken extends Error {}

/**
 * Reads a file into its campaign: every row becomes a contact that waits, or is kept as refused with its reason. Rows are
 * stored in batches together with how many were read, so that a run after a kill goes on where the last batch ended and
 * nothing is doubled.
 */
export async function importContacts(
  platform: Platform,
  needs: ImportNeeds,
  importId: string,
): Promise<void> {
  const { db } = platform;
  const given = await findImport(db.queries, importId);
  if (given === undefined || !['waiting', 'reading'].includes(given.state)) return;
  const campaign = await findCampaign(db.queries, given.workspaceId, given.campaignId);
  if (campaign === undefined) return;
  try {
    const read = await readFile(platform, needs, { campaign, given });
    if (read.rows === 0) throw new FileProblem('The file holds no rows below its heading.');
    await endImport(platform, read, { state: 'done', problem: '' });
  } catch (error) {
    if (error instanceof Overtaken) return;
    if (!(error instanceof FileProblem)) throw error;
    await endImport(platform, given, { state: 'failed', problem: error.message });
  }
}

/** Ends an import that was tried too often. */
export async function failImport(platform: Platform, importId: string): Promise<void> {
  const given = await findImport(platform.db.queries, importId);
  if (given === undefined) return;
  await endImport(platform, given, { state: 'failed', problem: 'The file could not be read. Add it again.' });
}

async function readFile(
  platform: Platform,
  { uploads, doNotCall, nowMs }: ImportNeeds,
  { campaign, given }: { campaign: CampaignRow; given: ImportRow },
): Promise<ImportRow> {
  const { db, config, liveFeed } = platform;
  const upload = await uploads
    .getUpload(db.queries, given.workspaceId, given.uploadId)
    .catch(() => Promise.reject(new FileProblem('The uploaded file is no longer there. Add it again.')));
  const rules: RowRules = {
    allowsFictional: config.mode === 'local',
    requiresConsent: campaign.rules.requires_consent,
    valueLength: campaignLimits.fieldValueLength,
  };
  const counts = await listCounts(db.queries, [campaign.id]);
  // Counted are those too that a run before this one has stored.
  const room = campaignLimits.contacts - countAll(counts(campaign.id)) + given.imported;
  let state: ImportRow = given;
  let heading: readonly string[] = [];
  let plan: ColumnPlan | undefined;
  let batch: CsvRow[] = [];
  let seen = 0;

  const store = async (): Promise<void> => {
    const rows = batch;
    batch = [];
    if (plan === undefined || rows.length === 0) return;
    const judged = judgeRows(rows, { plan, rules, zone: campaign.timeZone, room: room - state.imported });
    const listed = await doNotCall.listListed(
      db.queries,
      given.workspaceId,
      judged.good.map((row) => row.phone),
    );
    state = await db.transaction(async (tx) => {
      const wanted = judged.good.filter((row) => !listed.has(row.phone));
      const added = await insertContacts(tx, given, wanted);
      const refused: RefusedRow[] = [
        ...judged.refused,
        ...judged.good
          .filter((row) => !added.has(row.phone))
          .map(
            (row): RefusedRow => ({
              rowNumber: row.rowNumber,
              reason: listed.has(row.phone) ? 'do_not_call' : 'duplicate',
              cells: judged.cells.get(row.rowNumber) ?? [],
            }),
          ),
      ];
      await insertRefused(tx, given.id, refused);
      await addToCounts(tx, campaign.id, { waiting: added.size });
      const saved = await saveProgress(tx, state, {
        heading,
        rows: state.rows + rows.length,
        imported: state.imported + added.size,
        refused: addReasons(state.refused, refused),
        // The whole is told at the end.
        progress: Math.min(0.99, rows.at(-1)?.progress ?? 0),
      });
      if (saved === undefined) throw new Overtaken();
      return saved;
    });
    liveFeed.tell(given.workspaceId, importedEvent(state));
  };

  let lastToldMs = nowMs();
  for await (const row of uploads.readRows(upload)) {
    if (plan === undefined) {
      heading = row.cells.map(keepable);
      plan = planColumns(row.cells, given.fieldMappings);
      if (plan === undefined)
        throw new FileProblem('The column of the phone numbers is not in the heading of the file.');
      continue;
    }
    seen += 1;
    if (seen > campaignLimits.fileRows)
      throw new FileProblem(`A file may hold ${campaignLimits.fileRows} rows; these are more.`);
    // Stored by a run before this one.
    if (seen <= given.rows) continue;
    batch.push(row);
    if (batch.length < batchSize) continue;
    await store();
    if (nowMs() - lastToldMs < 1_000) continue;
    lastToldMs = nowMs();
    await tellCampaign(db.queries, { campaignId: campaign.id });
  }
  await store();
  return state;
}

/** Judges the rows of a batch; of those with the same number the first counts. */
function judgeRows(
  rows: readonly CsvRow[],
  given: { plan: ColumnPlan; rules: RowRules; zone: string; room: number },
): { good: NewContact[]; refused: RefusedRow[]; cells: Map<number, string[]> } {
  const good = new Map<string, NewContact>();
  const refused: RefusedRow[] = [];
  const cells = new Map(rows.map((row) => [row.number, row.cells.map(keepable)]));
  for (const row of rows) {
    const judged = judgeRow(row.cells, given.plan, given.rules);
    const refuse = (reason: RefusalReason): void =>
      void refused.push({ rowNumber: row.number, reason, cells: cells.get(row.number) ?? [] });
    if ('refused' in judged) refuse(judged.refused);
    else if (good.has(judged.phone)) refuse('duplicate');
    else if (good.size >= given.room) refuse('over_limit');
    else {
      const { phone, fields, name, consent } = judged;
      const [timeZone = given.zone, ...otherZones] = zonesOfContact({ number: phone, fields });
      const id = newId('contact');
      good.set(phone, { id, rowNumber: row.number, phone, fields, name, timeZone, otherZones, consent });
    }
  }
  return { good: [...good.values()], refused, cells };
}

/** A cell as the file of refused rows gives it back; NUL and broken characters no database keeps. */
function keepable(cell: string): string {
  return cell.replaceAll('\0', '').toWellFormed().slice(0, 2_000);
}

function addReasons(before: ImportRow['refused'], refused: readonly RefusedRow[]): ImportRow['refused'] {
  const after = { ...before };
  for (const { reason } of refused) after[reason] = (after[reason] ?? 0) + 1;
  return after;
}

async function endImport(
  { db, liveFeed }: Pick<Platform, 'db' | 'liveFeed'>,
  given: ImportRow,
  end: { state: 'done' | 'failed'; problem: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await saveImportEnd(tx, given.id, end);
    if (row === undefined) return;
    await liveFeed.publish(tx, row.workspaceId, importedEvent(row));
    await liveFeed.publish(tx, row.workspaceId, { type: 'campaign.changed', campaignId: row.campaignId });
    await tellCampaign(tx, { campaignId: row.campaignId });
  });
}

function importedEvent(row: ImportRow): LiveEvent {
  const { campaignId, state, progress, imported } = row;
  return { type: 'campaign.imported', campaignId, state, progress, imported, refused: countRefused(row) };
}
