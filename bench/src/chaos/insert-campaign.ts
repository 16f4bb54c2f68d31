import { defaultCallingRules, defaultCampaignRules } from '@parley/contract/campaign-rules';
import type { Pool } from 'pg';

export type CampaignLimits = {
  contacts: number;
  maxLiveCalls: number;
  workspaceMaxLiveCalls: number;
  callsPerSecond: number;
  maxAttempts: number;
  /** Who is called, by the last two digits; in their order. */
  lines?: readonly number[];
};

export const campaignId = 'cmp_everybody0000000000000';

/**
 * Lines of the simulated network by their last two digits: busy, declining, not in service, and people who hang up at
 * once, so that many calls fit into a minute.
 */
const quickLines = [65, 66, 67, 68, 69, 90, 91, 92, 93, 94, 75, 76];

/** A campaign of the only workspace, with its first ready agent and first number, at all hours of every day. */
export async function insertCampaign(
  pool: Pool,
  limits: CampaignLimits,
): Promise<{ workspaceId: string; agentId: string }> {
  const { lines = quickLines } = limits;
  const found = await pool.query<{ workspace_id: string; agent_id: string; number_id: string }>(
    `select workspace_id, id as number_id, outbound_agent_id as agent_id
     from phone_numbers where outbound_agent_id is not null order by id limit 1`,
  );
  const [demo] = found.rows;
  if (demo === undefined) throw new Error('There is no demo workspace with a number and an agent.');
  const { workspace_id, agent_id, number_id } = demo;
  await pool.query('insert into calling_rules (workspace_id, rules) values ($1, $2)', [
    workspace_id,
    JSON.stringify({
      ...defaultCallingRules,
      legal_start: '00:00',
      legal_end: '23:59',
      calls_per_day: 20,
      max_live_calls: limits.workspaceMaxLiveCalls,
    }),
  ]);
  const rules = {
    ...defaultCampaignRules,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    max_live_calls: limits.maxLiveCalls,
    calls_per_second: limits.callsPerSecond,
    lines_per_agent: 1,
    max_attempts: limits.maxAttempts,
    // Seconds: what is tried is that each call is made, not that anybody waits.
    retry_after_minutes: { busy: 0.05, no_answer: 0.05, voicemail: 0.05, failed: 0.05 },
  };
  await pool.query(
    `insert into campaigns (id, workspace_id, name, status, agent_id, dialing_mode, time_zone, start_time, end_time, rules)
     values ($1, $2, 'Everybody', 'paused', $3, 'power', 'UTC', '00:00', '23:59', $4)`,
    [campaignId, workspace_id, agent_id, JSON.stringify(rules)],
  );
  await pool.query('insert into campaign_numbers (campaign_id, number_id, position) values ($1, $2, 0)', [
    campaignId,
    number_id,
  ]);
  await pool.query(
    `insert into contacts (id, campaign_id, workspace_id, phone, time_zone, state, reason, next_at)
     select 'cnt_' || lpad(n::text, 22, '0'), $1, $2,
       '+1' || (200 + n / $4) || '55501' || ($3::int[])[n % $4 + 1], 'UTC', 'waiting', 'not_called_yet', now()
     from generate_series(0, $5::int - 1) n`,
    [campaignId, workspace_id, [...lines], lines.length, limits.contacts],
  );
  await pool.query('insert into campaign_counts (campaign_id, shard, waiting) values ($1, 0, $2)', [
    campaignId,
    limits.contacts,
  ]);
  return { workspaceId: workspace_id, agentId: agent_id };
}

export async function startCampaign(pool: Pool): Promise<void> {
  await pool.query(`update campaigns set status = 'running' where id = $1`, [campaignId]);
}

export async function isCampaignOver(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ status: string }>('select status from campaigns where id = $1', [
    campaignId,
  ]);
  return rows[0]?.status !== 'running';
}
