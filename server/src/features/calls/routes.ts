import { callRoutes } from '@parley/contract/calls';
import { AppError } from '@parley/contract/errors';
import { sql } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import type { RecordingsFeature } from '../recordings/index.ts';
import { callCommandsChannel } from './call-commands.ts';
import type { CallDesk } from './call-desk.ts';
import { toCallDetail, toCallLog } from './call-views.ts';
import { placeCall } from './place-call.ts';
import { countCalls, findCall, listCalls, listNotes, listTurns } from './queries.ts';
import type { CallRow } from './tables.ts';
import { listLegs } from './transfer/leg-queries.ts';

/** Mounts the calls of the contract. */
export function mountCallRoutes(platform: Platform, desk: CallDesk, recordings: RecordingsFeature): void {
  const { http, db } = platform;

  /** Names of the campaigns of calls of one workspace. */
  const listNamesOf = async (rows: readonly CallRow[]): Promise<ReadonlyMap<string, string>> => {
    const ids = [...new Set(rows.flatMap((row) => row.campaignId ?? []))];
    return await desk.needs.listCampaignNames(db.queries, rows[0]?.workspaceId ?? '', ids);
  };

  http.mount(callRoutes.listLogs, async ({ query }, { identity }) => {
    const { page, page_size: pageSize, campaign_id: campaignId } = query;
    const [rows, count] = await Promise.all([
      listCalls(db.queries, identity.workspaceId, { page, pageSize, campaignId }),
      campaignId === undefined
        ? countCalls(db.queries, identity.workspaceId)
        : desk.needs.countCampaignCalls(db.queries, identity.workspaceId, campaignId),
    ]);
    const callIds = rows.map((row) => row.id);
    const [campaignNames, turns, recorded] = await Promise.all([
      listNamesOf(rows),
      listTurns(db.queries, callIds),
      recordings.listRecorded(db.queries, callIds),
    ]);
    const turnsByCall = Map.groupBy(turns, (turn) => turn.callId);
    const totalPages = Math.max(1, Math.ceil(count / pageSize));
    return {
      success: true as const,
      data: rows.map((row) =>
        toCallLog(row, turnsByCall.get(row.id) ?? [], {
          hasRecording: recorded.has(row.id),
          campaignName: campaignNames.get(row.campaignId ?? '') ?? '',
        }),
      ),
      count,
      pagination: {
        current_page: page,
        total_pages: totalPages,
        has_previous: page > 1,
        has_next: page < totalPages,
      },
    };
  });

  http.mount(callRoutes.get, async ({ params }, { identity }) => {
    const row = await findCall(db.queries, identity.workspaceId, params.id);
    if (!row) throw AppError.of('call_not_found', { id: params.id });
    const [turns, notes, functions, legs, waveform] = await Promise.all([
      listTurns(db.queries, [row.id]),
      listNotes(db.queries, row.id),
      desk.needs.functions.listRuns(db.queries, row.id),
      listLegs(db.queries, row.id),
      recordings.findWaveform(db.queries, row.id),
    ]);
    const names = await listNamesOf([row]);
    const campaignName = names.get(row.campaignId ?? '') ?? '';
    return { call: toCallDetail(row, { turns, notes, functions, legs, waveform, campaignName }) };
  });

  http.mount(callRoutes.testCall, async ({ body }, context) => {
    const row = await placeCall(desk, {
      workspaceId: context.identity.workspaceId,
      agentId: body.agent_id,
      toNumber: body.to_number,
      isTest: true,
      ...(body.fields && { fields: body.fields }),
      userId: context.identity.userId,
      onStored: async (tx, rows) => {
        for (const { id, toNumber } of rows)
          await desk.needs.audit.record(tx, context, {
            action: 'call.test-placed',
            subject: { id, name: toNumber },
          });
      },
    });
    return { success: true as const, call_id: row.id, message: 'Test call initiated successfully!' };
  });

  http.mount(callRoutes.hangUp, async ({ params }, context) => {
    const row = await findCall(db.queries, context.identity.workspaceId, params.id);
    if (!row) throw AppError.of('call_not_found', { id: params.id });
    if (row.state === 'ended') return { success: true as const };
    const name = row.direction === 0 ? row.fromNumber : row.toNumber;
    await db.transaction((tx) =>
      desk.needs.audit.record(tx, context, { action: 'call.hung-up', subject: { id: row.id, name } }),
    );
    const running = desk.find(row.id);
    if (running) running.end('staff_hung_up');
    else {
      await db.queries.execute(
        sql`select pg_notify(${callCommandsChannel}, ${JSON.stringify({ hangUp: row.id })})`,
      );
    }
    return { success: true as const };
  });
}
