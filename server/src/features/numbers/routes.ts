import type { AgentState } from '@parley/contract/agents';
import { AppError } from '@parley/contract/errors';
import { numberHealthDays, numberLimit, ringWaitMs } from '@parley/contract/number-rules';
import { type NumberHealth, numberRoutes } from '@parley/contract/numbers';
import { isFictionalNumber } from '@parley/contract/phone';
import type { Platform } from '../../platform/platform.ts';
import { listChanges } from '../audit/index.ts';
import { markRemoved } from './adopt-numbers.ts';
import type { NumbersNeeds } from './index.ts';
import { toPhoneNumber } from './number-view.ts';
import { countNumbers, deleteNumber, insertNumber, listNumbers, lockNumber, saveNumber } from './queries.ts';
import type { NumberRow } from './tables.ts';
import { awaitRing } from './test-ring.ts';

/** What was counted of one number (E.164). */
export type NumberFigures = {
  number: string;
  calls: number;
  answered: number;
  shortCalls: number;
  lastUsedAt: Date;
};

/** Mounts the calls of the phone numbers screen. */
export function mountNumberRoutes({ config, db, http, liveFeed }: Platform, needs: NumbersNeeds): void {
  const isLocal = config.mode === 'local';
  const view = (row: NumberRow) => toPhoneNumber(row, needs.addressOf(row.e164));

  http.mount(numberRoutes.list, async ({ query }, { identity }) => {
    const { workspaceId } = identity;
    const page = query.page === undefined ? undefined : { page: query.page, pageSize: query.page_size };
    const [rows, total] = await Promise.all([
      listNumbers(db.queries, workspaceId, page),
      countNumbers(db.queries, workspaceId),
    ]);
    return { success: true as const, data: rows.map(view), total, message: '' };
  });

  http.mount(numberRoutes.overview, async (_input, { identity }) => {
    const since = new Date(needs.nowMs() - numberHealthDays * 24 * 3_600_000);
    const figures = await needs.sumNumbers(db.queries, identity.workspaceId, since);
    return { can_simulate: isLocal, health: figures.map(toHealth) };
  });

  http.mount(numberRoutes.create, async ({ body }, context) => {
    const { workspaceId } = context.identity;
    if (!isLocal) throw AppError.of('numbers_not_simulated');
    if (!isFictionalNumber(body.phone)) throw AppError.of('number_not_fictional');
    const row = await db.transaction(async (tx) => {
      if ((await countNumbers(tx, workspaceId)) >= numberLimit)
        throw AppError.of('numbers_at_limit', { limit: numberLimit });
      const name = body.name;
      const added = await insertNumber(tx, { workspaceId, e164: body.phone, ...(name && { name }) });
      await needs.audit.record(tx, context, {
        action: 'number.added',
        subject: { id: added.id, name: added.e164 },
      });
      await liveFeed.publish(tx, workspaceId, { type: 'numbers.changed' });
      return added;
    });
    return { success: true as const, data: view(row) };
  });

  http.mount(numberRoutes.save, async ({ params, body }, context) => {
    const { workspaceId } = context.identity;
    const chosen = [body.inbound_agent_id, body.outbound_agent_id].filter((id) => id !== null);
    const saved = await db.transaction(async (tx) => {
      // Agents before numbers, as deleting an agent takes them: the other way round each could wait for the other.
      const states = await needs.agents.listAgentStates(tx, workspaceId, chosen);
      const row = await lockNumber(tx, workspaceId, params.id);
      if (row === undefined) throw AppError.of('number_not_found', { id: params.id });
      const kept = new Set([row.inboundAgentId, row.outboundAgentId]);
      for (const agentId of chosen) if (!kept.has(agentId)) checkAssignable(states.get(agentId));
      const name = body.name ?? row.name;
      await needs.audit.record(tx, context, {
        action: 'number.assigned',
        subject: { id: row.id, name: row.e164 },
        changes: listChanges(
          {
            name: row.name,
            inbound_agent_id: row.inboundAgentId,
            outbound_agent_id: row.outboundAgentId,
          },
          { ...body, name },
        ),
      });
      await liveFeed.publish(tx, workspaceId, { type: 'numbers.changed' });
      return await saveNumber(tx, row.id, {
        name,
        inboundAgentId: body.inbound_agent_id,
        outboundAgentId: body.outbound_agent_id,
      });
    });
    return { success: true as const, data: view(saved) };
  });

  http.mount(numberRoutes.awaitRing, async ({ params }, context) => {
    const { workspaceId } = context.identity;
    const waiting = await db.transaction(async (tx) => {
      const row = await lockNumber(tx, workspaceId, params.id);
      if (row === undefined) throw AppError.of('number_not_found', { id: params.id });
      const { id, e164 } = row;
      if (row.connectionId === null) throw AppError.of('number_without_trunk', { number: e164 });
      await needs.audit.record(tx, context, { action: 'number.ring_awaited', subject: { id, name: e164 } });
      await liveFeed.publish(tx, workspaceId, { type: 'numbers.changed' });
      return await awaitRing(tx, id, ringWaitMs);
    });
    if (waiting === undefined) throw AppError.of('number_not_found', { id: params.id });
    return { success: true as const, data: view(waiting) };
  });

  http.mount(numberRoutes.remove, async ({ params }, context) => {
    const { workspaceId } = context.identity;
    await db.transaction(async (tx) => {
      const row = await lockNumber(tx, workspaceId, params.id);
      if (row === undefined) throw AppError.of('number_not_found', { id: params.id });
      const { id, e164, connectionId } = row;
      if (connectionId !== null) await markRemoved(tx, { workspaceId, connectionId, e164 });
      await deleteNumber(tx, id);
      await needs.audit.record(tx, context, { action: 'number.deleted', subject: { id, name: e164 } });
      await liveFeed.publish(tx, workspaceId, { type: 'numbers.changed' });
    });
    return { success: true as const, message: 'Phone number deleted.' };
  });
}

function toHealth({ number, calls, answered, shortCalls, lastUsedAt }: NumberFigures): NumberHealth {
  return {
    phone: number,
    calls,
    answered,
    answer_rate: calls === 0 ? 0 : answered / calls,
    short_calls: shortCalls,
    last_used_at: lastUsedAt.toISOString(),
  };
}

/** Only agents of the workspace that are switched on can be chosen (NUM-3); who was chosen before may stay. */
function checkAssignable(state: AgentState | undefined): void {
  if (state === undefined) throw AppError.of('agent_not_found');
  if (state !== 'active') throw AppError.of('agent_inactive');
}
