import type { AgentState } from '@parley/contract/agents';
import { AppError } from '@parley/contract/errors';
import { numberRoutes } from '@parley/contract/numbers';
import type { Platform } from '../../platform/platform.ts';
import { listChanges } from '../audit/index.ts';
import type { NumbersNeeds } from './index.ts';
import { toPhoneNumber } from './number-view.ts';
import { countNumbers, listNumbers, lockNumber, saveAssignment } from './queries.ts';

/** Mounts the calls of the phone numbers screen. */
export function mountNumberRoutes({ db, http }: Platform, needs: NumbersNeeds): void {
  http.mount(numberRoutes.list, async ({ query }, { identity }) => {
    const { workspaceId } = identity;
    const page = query.page === undefined ? undefined : { page: query.page, pageSize: query.page_size };
    const [rows, total] = await Promise.all([
      listNumbers(db.queries, workspaceId, page),
      countNumbers(db.queries, workspaceId),
    ]);
    const data = rows.map((row) => toPhoneNumber(row, needs.addressOf(row.e164)));
    return { success: true as const, data, total, message: '' };
  });

  http.mount(numberRoutes.save, async ({ params, body }, context) => {
    const { workspaceId } = context.identity;
    const assignment = { inboundAgentId: body.inbound_agent_id, outboundAgentId: body.outbound_agent_id };
    const chosen = Object.values(assignment).filter((id) => id !== null);
    const saved = await db.transaction(async (tx) => {
      // Agents before numbers, as deleting an agent takes them: the other way round each could wait for the other.
      const states = await needs.agents.listAgentStates(tx, workspaceId, chosen);
      const row = await lockNumber(tx, workspaceId, params.id);
      if (row === undefined) throw AppError.of('number_not_found', { id: params.id });
      const kept = new Set([row.inboundAgentId, row.outboundAgentId]);
      for (const agentId of chosen) if (!kept.has(agentId)) checkAssignable(states.get(agentId));
      await needs.audit.record(tx, context, {
        action: 'number.assigned',
        subject: { id: row.id, name: row.e164 },
        changes: listChanges(
          { inbound_agent_id: row.inboundAgentId, outbound_agent_id: row.outboundAgentId },
          body,
        ),
      });
      return await saveAssignment(tx, row.id, assignment);
    });
    return { success: true as const, data: toPhoneNumber(saved, needs.addressOf(saved.e164)) };
  });
}

/** Only agents of the workspace that are switched on can be chosen (NUM-3); who was chosen before may stay. */
function checkAssignable(state: AgentState | undefined): void {
  if (state === undefined) throw AppError.of('agent_not_found');
  if (state !== 'active') throw AppError.of('agent_inactive');
}
