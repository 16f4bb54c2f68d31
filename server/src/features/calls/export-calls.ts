import type { CallDetail } from '@parley/contract/calls';
import type { Queries } from '../../platform/db/database.ts';
import type { CallsNeeds } from './call-desk.ts';
import { toCallDetail } from './call-views.ts';
import { listCallsAfter, listNotes, listTurns } from './queries.ts';
import type { CallRow } from './tables.ts';
import { listLegs } from './transfer/leg-queries.ts';

/** How many calls are read at once. */
const pageSize = 50;

/** Every call of a workspace, oldest first, with transcript and notes; read a page at a time. */
export async function* exportCalls(
  queries: Queries,
  {
    recordings,
    functions,
    listCampaignNames,
  }: Pick<CallsNeeds, 'recordings' | 'functions' | 'listCampaignNames'>,
  workspaceId: string,
): AsyncGenerator<Omit<CallDetail, 'waveform'>> {
  let after: CallRow | undefined;
  while (true) {
    const rows = await listCallsAfter(queries, workspaceId, { after, limit: pageSize });
    const callIds = rows.map((row) => row.id);
    const campaignIds = [...new Set(rows.flatMap((row) => row.campaignId ?? []))];
    const [names, turns, recorded] = await Promise.all([
      listCampaignNames(queries, workspaceId, campaignIds),
      listTurns(queries, callIds),
      recordings.listRecorded(queries, callIds),
    ]);
    const turnsByCall = Map.groupBy(turns, (turn) => turn.callId);
    for (const row of rows) {
      const notes = await listNotes(queries, row.id);
      const hasRecording = recorded.has(row.id) ? { agent: [], customer: [] } : null;
      const runs = await functions.listRuns(queries, row.id);
      const { waveform, ...call } = toCallDetail(row, {
        turns: turnsByCall.get(row.id) ?? [],
        notes,
        functions: runs,
        legs: await listLegs(queries, row.id),
        waveform: hasRecording,
        campaignName: names.get(row.campaignId ?? '') ?? '',
      });
      yield call;
    }
    if (rows.length < pageSize) return;
    after = rows.at(-1);
  }
}
