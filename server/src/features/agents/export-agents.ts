import type { VoiceAgent } from '@parley/contract/agents';
import type { Queries } from '../../platform/db/database.ts';
import { toVoiceAgent } from './agent-views.ts';
import type { AgentsNeeds } from './index.ts';
import { listAgents } from './queries.ts';

/** Every agent of a workspace as it was saved last, with its numbers and the names of its knowledge bases. */
export async function* exportAgents(
  queries: Queries,
  needs: Pick<AgentsNeeds, 'accounts' | 'listAssignedNumbers' | 'listKnowledgeNames' | 'voices'>,
  workspaceId: string,
): AsyncGenerator<VoiceAgent> {
  const rows = await listAgents(queries, workspaceId);
  for (const row of rows) {
    const [names, numbers, knowledgeNames, voices] = await Promise.all([
      needs.accounts.listUserNames(queries, row.savedBy === null ? [] : [row.savedBy]),
      needs.listAssignedNumbers(queries, [row.id]),
      needs.listKnowledgeNames(queries, workspaceId, row.knowledgeBaseIds),
      needs.voices.findVoices(queries, workspaceId, [row.voiceId]),
    ]);
    yield toVoiceAgent(row, {
      assignedNumbers: numbers.get(row.id) ?? [],
      editedBy: names.get(row.savedBy ?? '') ?? '',
      knowledgeNames,
      voices,
    });
  }
}
