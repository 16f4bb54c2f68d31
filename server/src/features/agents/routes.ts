import { agentCan, agentRoutes, type VoiceAgent } from '@parley/contract/agents';
import { AppError } from '@parley/contract/errors';
import type { Platform } from '../../platform/platform.ts';
import { toVoiceAgent } from './agent-views.ts';
import type { AgentsNeeds } from './index.ts';
import {
  type AgentRow,
  deleteAgent,
  findAgent,
  insertAgent,
  listAgents,
  lockAgent,
  saveAgentState,
} from './queries.ts';
import { saveAgent } from './save-agent.ts';
import { defaultVoice } from './voices.ts';

/** Mounts the calls of the agents list and the agent page. */
export function mountAgentRoutes(platform: Platform, needs: AgentsNeeds): void {
  const { db, http, liveFeed } = platform;

  const toViews = async (rows: readonly AgentRow[]): Promise<VoiceAgent[]> => {
    const editors = rows.flatMap((row) => row.savedBy ?? []);
    const [names, numbers] = await Promise.all([
      needs.accounts.listUserNames(db.queries, editors),
      needs.listAssignedNumbers(
        db.queries,
        rows.map((row) => row.id),
      ),
    ]);
    return rows.map((row) =>
      toVoiceAgent(row, {
        assignedNumbers: numbers.get(row.id) ?? [],
        editedBy: names.get(row.savedBy ?? '') ?? '',
      }),
    );
  };
  const getView = async (workspaceId: string, agentId: string): Promise<VoiceAgent> => {
    const row = await findAgent(db.queries, workspaceId, agentId);
    const [view] = row === undefined ? [] : await toViews([row]);
    if (view === undefined) throw AppError.of('agent_not_found');
    return view;
  };

  http.mount(agentRoutes.list, async (_input, { identity }) => ({
    agents: await toViews(await listAgents(db.queries, identity.workspaceId)),
  }));

  http.mount(agentRoutes.create, async ({ body }, { identity }) => {
    const { workspaceId, userId } = identity;
    return await db.transaction(async (tx) => {
      const agentId = await insertAgent(tx, {
        workspaceId,
        type: body.agent_type,
        state: 'inactive',
        isDraft: true,
        name: body.agent_name,
        prompt: '',
        welcomeMode: 'play',
        welcomeText: '',
        voiceId: defaultVoice.id,
        savedBy: userId,
      });
      await liveFeed.publish(tx, workspaceId, { type: 'agent.changed', agentId });
      return { agent_uuid: agentId };
    });
  });

  http.mount(agentRoutes.get, async ({ params }, { identity }) => ({
    agent: await getView(identity.workspaceId, params.id),
  }));

  http.mount(agentRoutes.save, async ({ params, body }, { identity }) => {
    const { workspaceId, userId } = identity;
    await saveAgent(platform, { workspaceId, agentId: params.id, userId, input: body });
    return { agent: await getView(workspaceId, params.id) };
  });

  http.mount(agentRoutes.setState, async ({ params, body }, { identity }) => {
    const { workspaceId } = identity;
    await db.transaction(async (tx) => {
      await lockAgent(tx, workspaceId, params.id);
      const row = await findAgent(tx, workspaceId, params.id);
      if (row === undefined) throw AppError.of('agent_not_found');
      const canActivate = agentCan.activate({ is_draft: row.isDraft ? 1 : 0 });
      if (body.agent_state === 'active' && !canActivate) throw AppError.of('agent_is_draft');
      await saveAgentState(tx, row.id, body.agent_state);
      await liveFeed.publish(tx, workspaceId, { type: 'agent.changed', agentId: row.id });
    });
    return { agent: await getView(workspaceId, params.id) };
  });

  http.mount(agentRoutes.remove, async ({ params }, { identity }) => {
    const { workspaceId } = identity;
    await db.transaction(async (tx) => {
      if (!(await lockAgent(tx, workspaceId, params.id))) throw AppError.of('agent_not_found');
      await deleteAgent(tx, params.id);
      await needs.unassignAgent(tx, workspaceId, params.id);
      await liveFeed.publish(tx, workspaceId, { type: 'agent.changed', agentId: params.id });
    });
    return { success: true as const };
  });
}
