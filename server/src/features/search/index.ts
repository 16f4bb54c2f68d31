import { campaignStatusLabels } from '@parley/contract/campaign-rules';
import type { SearchResult } from '@parley/contract/search';
import { searchRoutes } from '@parley/contract/search';
import type { CallFacts } from '@parley/contract/workspace-events';
import type { Queries } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AgentsFeature } from '../agents/index.ts';
import type { CampaignsFeature } from '../campaigns/index.ts';
import type { NumbersFeature } from '../numbers/index.ts';
import { findParties, findPartiesOfAgents, saveParties } from './queries.ts';
import type { PartyRow } from './tables.ts';

export const searchMigrations = new URL('./migrations/', import.meta.url);

/** How many of a kind an answer holds: the palette is for the few one means. */
const perKind = 5;
/** With fewer digits nearly every number would fit. */
const fewestDigits = 3;

export type SearchNeeds = {
  agents: Pick<AgentsFeature, 'findAgentsByName'>;
  numbers: Pick<NumbersFeature, 'findNumbersByText'>;
  campaigns: Pick<CampaignsFeature, 'findByName'>;
};

/** The search of the command palette, over what has a name or a number. */
export function openSearch(
  { db, events, http }: Platform,
  { agents, numbers, campaigns }: SearchNeeds,
): void {
  events.onAll('call.started', async (tx, workspaceId, started) => {
    const parties = started.map(({ data }) => toParty(workspaceId, data.call));
    await saveParties(
      tx,
      parties.filter(({ number }) => number !== ''),
    );
  });

  http.mount(searchRoutes.find, async ({ query }, { identity }) => {
    const { workspaceId } = identity;
    const foundAgents = await agents.findAgentsByName(db.queries, workspaceId, query.q, perKind);
    const [foundCampaigns, foundNumbers, parties] = await Promise.all([
      campaigns.findByName(db.queries, workspaceId, query.q, perKind),
      numbers.findNumbersByText(db.queries, workspaceId, query.q, perKind),
      listParties(db.queries, workspaceId, { text: query.q, agentIds: foundAgents.map(({ id }) => id) }),
    ]);
    const results: SearchResult[] = [
      ...foundAgents.map(({ id, name, type, state, isDraft }) => ({
        kind: 'agent' as const,
        id,
        title: name,
        detail: `${type === 'inbound' ? 'Incoming' : 'Outbound'} agent, ${isDraft ? 'draft' : state === 'active' ? 'on' : 'off'}`,
        at: null,
      })),
      ...foundCampaigns.map(({ id, name, status }) => ({
        kind: 'campaign' as const,
        id,
        title: name,
        detail: campaignStatusLabels[status],
        at: null,
      })),
      ...foundNumbers.map(({ id, e164, name }) => ({
        kind: 'number' as const,
        id,
        title: e164,
        detail: name,
        at: null,
      })),
      ...parties.map((party) => ({
        kind: 'call' as const,
        id: party.lastCallId,
        title: party.number,
        detail: `${party.direction === 'inbound' ? 'From' : 'To'} this number, ${party.agentName}`,
        at: party.lastAt.toISOString(),
      })),
    ];
    return { results };
  });
}

async function listParties(
  queries: Queries,
  workspaceId: string,
  { text, agentIds }: { text: string; agentIds: readonly string[] },
): Promise<PartyRow[]> {
  const digits = text.replace(/\D/g, '');
  if (digits.length < fewestDigits) return await findPartiesOfAgents(queries, workspaceId, agentIds, perKind);
  // Staff type numbers with and without the country code; without one it is most often the North American.
  const beginnings = text.startsWith('+') ? [`+${digits}`] : [`+${digits}`, `+1${digits}`];
  return await findParties(queries, workspaceId, { beginnings, ending: digits, limit: perKind });
}

/** The other side of a call; its number is empty when withheld. */
function toParty(workspaceId: string, call: CallFacts): PartyRow {
  return {
    workspaceId,
    number: call.direction === 'inbound' ? call.from_number : call.to_number,
    agentId: call.agent_id,
    agentName: call.agent_name,
    direction: call.direction,
    lastCallId: call.id,
    lastAt: new Date(call.created_at),
  };
}
