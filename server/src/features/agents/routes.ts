import { agentCan, agentRoutes, type VoiceAgent } from '@parley/contract/agents';
import { AppError } from '@parley/contract/errors';
import type { Platform } from '../../platform/platform.ts';
import { toAgentVersion, toVersionContent, toVoiceAgent } from './agent-views.ts';
import type { AgentsNeeds } from './index.ts';
import { publishAgent, restoreVersion } from './publish-agent.ts';
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
import { contentOfTemplate } from './templates.ts';
import { type AgentVersionRow, findVersion, listVersions, versionPageSize } from './version-queries.ts';

/** Mounts the calls of the agents list and the agent page. */
export function mountAgentRoutes(platform: Platform, needs: AgentsNeeds): void {
  const { db, http, liveFeed, secrets } = platform;
  const writes = { db, liveFeed, secrets, audit: needs.audit };

  const findVoices = (workspaceId: string, rows: readonly { voiceId: string }[]) =>
    needs.voices.findVoices(
      db.queries,
      workspaceId,
      rows.map((row) => row.voiceId),
    );
  const toViews = async (workspaceId: string, rows: readonly AgentRow[]): Promise<VoiceAgent[]> => {
    const editors = rows.flatMap((row) => row.savedBy ?? []);
    const knowledgeBaseIds = [...new Set(rows.flatMap((row) => row.knowledgeBaseIds))];
    const [names, numbers, knowledgeNames, voices] = await Promise.all([
      needs.accounts.listUserNames(db.queries, editors),
      needs.listAssignedNumbers(
        db.queries,
        rows.map((row) => row.id),
      ),
      needs.listKnowledgeNames(db.queries, workspaceId, knowledgeBaseIds),
      findVoices(workspaceId, rows),
    ]);
    return rows.map((row) =>
      toVoiceAgent(row, {
        assignedNumbers: numbers.get(row.id) ?? [],
        editedBy: names.get(row.savedBy ?? '') ?? '',
        knowledgeNames,
        voices,
      }),
    );
  };
  const getView = async (workspaceId: string, agentId: string): Promise<VoiceAgent> => {
    const row = await findAgent(db.queries, workspaceId, agentId);
    const [view] = row === undefined ? [] : await toViews(workspaceId, [row]);
    if (view === undefined) throw AppError.of('agent_not_found');
    return view;
  };

  http.mount(agentRoutes.list, async (_input, { identity }) => ({
    agents: await toViews(identity.workspaceId, await listAgents(db.queries, identity.workspaceId)),
  }));

  http.mount(agentRoutes.create, async ({ body }, context) => {
    const { workspaceId, userId } = context.identity;
    return await db.transaction(async (tx) => {
      const agentId = await insertAgent(tx, {
        workspaceId,
        type: body.agent_type,
        state: 'inactive',
        isDraft: true,
        ...contentOfTemplate(body.template, body.agent_name),
        savedBy: userId,
      });
      await needs.audit.record(tx, context, {
        action: 'agent.created',
        subject: { id: agentId, name: body.agent_name },
      });
      await liveFeed.publish(tx, workspaceId, { type: 'agent.changed', agentId });
      return { agent_uuid: agentId };
    });
  });

  http.mount(agentRoutes.get, async ({ params }, { identity }) => ({
    agent: await getView(identity.workspaceId, params.id),
  }));

  http.mount(agentRoutes.save, async ({ params, body }, context) => {
    const { workspaceId } = context.identity;
    const { agent_kb: knowledgeBaseIds = [], agent_voice: voiceId = '' } = body;
    const [knowledgeNames, voices] = await Promise.all([
      needs.listKnowledgeNames(db.queries, workspaceId, knowledgeBaseIds),
      findVoices(workspaceId, [{ voiceId }]),
    ]);
    await saveAgent(writes, {
      agentId: params.id,
      source: context,
      input: body,
      known: { knowledgeNames, voice: voices.get(voiceId) },
    });
    return { agent: await getView(workspaceId, params.id) };
  });

  http.mount(agentRoutes.publish, async ({ params, body }, context) => {
    await publishAgent(writes, { agentId: params.id, source: context, version: body.version });
    return { agent: await getView(context.identity.workspaceId, params.id) };
  });

  const namesIn = async (versions: readonly AgentVersionRow[]): Promise<ReadonlyMap<string, string>> =>
    await needs.accounts.listUserNames(
      db.queries,
      versions.flatMap(({ savedBy, publishedBy }) => [savedBy, publishedBy].filter((id) => id !== null)),
    );

  http.mount(agentRoutes.listVersions, async ({ params, query }, { identity }) => {
    const row = await findAgent(db.queries, identity.workspaceId, params.id);
    if (row === undefined) throw AppError.of('agent_not_found');
    const found = await listVersions(db.queries, row.id, query.before);
    const page = found.slice(0, versionPageSize);
    const known = { publishedVersion: row.publishedVersion, userNames: await namesIn(page) };
    return {
      versions: page.map((each) => toAgentVersion(each, known)),
      has_more: found.length > page.length,
    };
  });

  http.mount(agentRoutes.getVersion, async ({ params }, { identity }) => {
    const { workspaceId } = identity;
    const row = await findAgent(db.queries, workspaceId, params.id);
    if (row === undefined) throw AppError.of('agent_not_found');
    const saved = await findVersion(db.queries, row.id, params.version);
    if (saved === undefined) throw AppError.of('agent_version_not_found');
    const [userNames, knowledgeNames, voices] = await Promise.all([
      namesIn([saved]),
      needs.listKnowledgeNames(db.queries, workspaceId, saved.knowledgeBaseIds),
      findVoices(workspaceId, [saved]),
    ]);
    const known = { publishedVersion: row.publishedVersion, userNames, knowledgeNames, voices };
    return { version: toVersionContent(saved, known) };
  });

  http.mount(agentRoutes.restoreVersion, async ({ params, body }, context) => {
    const { workspaceId } = context.identity;
    await restoreVersion(writes, {
      agentId: params.id,
      source: context,
      version: params.version,
      basedOnVersion: body.based_on_version,
    });
    return { agent: await getView(workspaceId, params.id) };
  });

  http.mount(agentRoutes.setState, async ({ params, body }, context) => {
    const { workspaceId } = context.identity;
    await db.transaction(async (tx) => {
      await lockAgent(tx, workspaceId, params.id);
      const row = await findAgent(tx, workspaceId, params.id);
      if (row === undefined) throw AppError.of('agent_not_found');
      const canActivate = agentCan.activate({ is_draft: row.isDraft ? 1 : 0 });
      if (body.agent_state === 'active' && !canActivate) throw AppError.of('agent_is_draft');
      await saveAgentState(tx, row.id, body.agent_state);
      await needs.audit.record(tx, context, {
        action: body.agent_state === 'active' ? 'agent.switched-on' : 'agent.switched-off',
        subject: { id: row.id, name: row.name },
      });
      await liveFeed.publish(tx, workspaceId, { type: 'agent.changed', agentId: row.id });
    });
    return { agent: await getView(workspaceId, params.id) };
  });

  http.mount(agentRoutes.remove, async ({ params }, context) => {
    const { workspaceId } = context.identity;
    await db.transaction(async (tx) => {
      await lockAgent(tx, workspaceId, params.id);
      const row = await findAgent(tx, workspaceId, params.id);
      if (row === undefined) throw AppError.of('agent_not_found');
      await deleteAgent(tx, params.id);
      await needs.unassignAgent(tx, workspaceId, params.id);
      await needs.audit.record(tx, context, {
        action: 'agent.deleted',
        subject: { id: row.id, name: row.name },
      });
      await liveFeed.publish(tx, workspaceId, { type: 'agent.changed', agentId: params.id });
    });
    return { success: true as const };
  });
}
