import type { AgentState } from '@parley/contract/agents';
import { defaultCampaignRules } from '@parley/contract/campaign-rules';
import type { Campaign, CampaignFigures, CampaignImport } from '@parley/contract/campaigns';
import type { CampaignFacts } from '@parley/contract/workspace-events';
import type { CampaignCounts } from './counts.ts';
import type { CampaignRow, ImportRow } from './tables.ts';

/** What a campaign's view is made from besides its row. */
export type CampaignParts = {
  counts: CampaignCounts;
  /** Undefined when the agent was deleted. */
  agent: { name: string; state: AgentState } | undefined;
  numbers: readonly { id: string; e164: string }[];
  lastImport: ImportRow | undefined;
};

/** A campaign as the wire names it. */
export function toCampaign(row: CampaignRow, parts: CampaignParts): Campaign {
  const { counts, agent, numbers, lastImport } = parts;
  return {
    id: row.id,
    campaign_name: row.name,
    campaign_status: row.status,
    status_reason: row.statusReason,
    contacts_count: countAll(counts),
    assigned_agent_uuid: agent === undefined ? null : row.agentId,
    agent_name: agent?.name ?? row.agentName,
    start_date_time: row.startAt?.toISOString() ?? null,
    phone_number_id: numbers[0]?.id ?? null,
    phone_number_ids: numbers.map((number) => number.id),
    phone_numbers: numbers.map((number) => number.e164),
    dialing_mode: row.dialingMode,
    time_zone: row.timeZone,
    start_date: row.startDate,
    start_time: row.startTime,
    end_time: row.endTime,
    rules: { ...defaultCampaignRules, ...row.rules },
    figures: toFigures(counts),
    import: lastImport === undefined ? null : toImport(lastImport),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** A campaign as events tell it. */
export function toCampaignFacts(row: CampaignRow, counts: CampaignCounts): CampaignFacts {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    status_reason: row.statusReason,
    contacts: countAll(counts),
    calls_made: counts.callsMade,
    answered: counts.answered,
  };
}

/** The contacts of a campaign; those that staff removed are none. */
export function countAll(counts: CampaignCounts): number {
  return counts.waiting + counts.calling + counts.done + counts.failed + counts.doNotCall;
}

function toFigures(counts: CampaignCounts): CampaignFigures {
  const { callsMade, answered, voicemails } = counts;
  return {
    calls_made: callsMade,
    answered,
    voicemails,
    remaining: counts.waiting + counts.calling,
    answer_rate: callsMade === 0 ? 0 : answered / callsMade,
    voicemail_rate: callsMade === 0 ? 0 : voicemails / callsMade,
    live_calls: counts.calling,
    contacts_by_state: {
      waiting: counts.waiting,
      calling: counts.calling,
      done: counts.done,
      failed: counts.failed,
      do_not_call: counts.doNotCall,
      removed: counts.removed,
    },
  };
}

function toImport(row: ImportRow): CampaignImport {
  return {
    id: row.id,
    file_name: row.fileName,
    state: row.state,
    problem: row.problem,
    progress: row.progress,
    rows: row.rows,
    imported: row.imported,
    refused: countRefused(row),
    refused_by_reason: row.refused,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

export function countRefused(row: Pick<ImportRow, 'refused'>): number {
  return Object.values(row.refused).reduce((sum, rows) => sum + rows, 0);
}
