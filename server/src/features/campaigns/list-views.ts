import type { Campaign } from '@parley/contract/campaigns';
import type { Queries } from '../../platform/db/database.ts';
import { toCampaign } from './campaign-views.ts';
import { listLastImports } from './import-queries.ts';
import type { CampaignsNeeds } from './index.ts';
import { listCounts, listNumberIds } from './queries.ts';
import type { CampaignRow } from './tables.ts';

/** Campaigns as the wire names them, in the order given, whatever their number in the same few queries. */
export async function listViews(
  queries: Queries,
  { agents, numbers }: Pick<CampaignsNeeds, 'agents' | 'numbers'>,
  workspaceId: string,
  rows: readonly CampaignRow[],
): Promise<Campaign[]> {
  const ids = rows.map((row) => row.id);
  const agentIds = [...new Set(rows.flatMap((row) => row.agentId ?? []))];
  const [counts, imports, numberIds, agentsById] = await Promise.all([
    listCounts(queries, ids),
    listLastImports(queries, ids),
    listNumberIds(queries, ids),
    agents.listAgentNames(queries, workspaceId, agentIds),
  ]);
  const known = await numbers.listNumbersById(queries, workspaceId, [
    ...new Set([...numberIds.values()].flat()),
  ]);
  const numbersById = new Map(known.map((row) => [row.id, row]));
  return rows.map((row) =>
    toCampaign(row, {
      counts: counts(row.id),
      agent: agentsById.get(row.agentId ?? ''),
      numbers: (numberIds.get(row.id) ?? []).flatMap((id) => numbersById.get(id) ?? []),
      lastImport: imports.get(row.id),
    }),
  );
}
