import { AppError } from '@parley/contract/errors';
import { simulationClose, simulationRoutes, simulationSocketPath } from '@parley/contract/simulations';
import type { Platform } from '../../platform/platform.ts';
import type { AgentsFeature } from '../agents/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { CallsFeature } from '../calls/index.ts';
import type { ConnectionsFeature } from '../connections/index.ts';
import { Starters } from './starters.ts';

export type SimulationsNeeds = {
  agents: Pick<AgentsFeature, 'findAgentForCall' | 'findDraftForCall'>;
  audit: Pick<AuditFeature, 'record'>;
  calls: Pick<CallsFeature, 'canSimulate' | 'placeSimulation' | 'hasSimulation' | 'acceptSocket'>;
  connections: Pick<ConnectionsFeature, 'hasRecogniser'>;
};

/**
 * Talking to an agent in the browser (EDITOR-4). The call runs as any other; here it is made from what stands in the
 * editor, and its page is let in.
 */
export function openSimulations({ db, http }: Platform, needs: SimulationsNeeds): void {
  const { agents, audit, calls, connections } = needs;
  const starters = new Starters((workspaceId, callId) => calls.hasSimulation(workspaceId, callId));

  http.mount(simulationRoutes.options, async (_input, { identity }) => ({
    is_available: calls.canSimulate(),
    hears_speech: await connections.hasRecogniser(identity.workspaceId),
  }));

  http.mount(simulationRoutes.start, async ({ body }, context) => {
    const { workspaceId, userId } = context.identity;
    const agent = body.draft
      ? await agents.findDraftForCall(db.queries, workspaceId, body.agent_id, body.draft)
      : await agents.findAgentForCall(db.queries, workspaceId, body.agent_id, 'newest');
    if (!agent) throw AppError.of('agent_not_found');
    const { id } = await calls.placeSimulation({
      workspaceId,
      agent,
      fields: body.fields ?? {},
      isTyped: body.by === 'typing',
      prior: body.prior ?? [],
      onStored: (tx) =>
        audit.record(tx, context, {
          action: 'call.simulated',
          subject: { id: agent.agentId, name: agent.name },
        }),
    });
    starters.add({ callId: id, workspaceId, userId });
    return { call_id: id };
  });

  http.mountSocket({
    path: simulationSocketPath('{id}'),
    access: 'edit',
    scope: 'agents:write',
    admit({ identity, request }) {
      const { id } = request.params as { id: string };
      if (!starters.isStarter({ callId: id, workspaceId: identity.workspaceId, userId: identity.userId }))
        throw AppError.of('call_not_found', { id: id.slice(0, 50) });
    },
    onOpen({ identity, request }, socket) {
      const { id } = request.params as { id: string };
      if (!calls.acceptSocket(identity.workspaceId, id, socket))
        socket.close(simulationClose.missing, 'The simulation is over.');
    },
  });
}

export const simulationMigrations = new URL('./migrations/', import.meta.url);
