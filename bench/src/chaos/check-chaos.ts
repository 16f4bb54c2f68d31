import type { Pool } from 'pg';
import { type CampaignLimits, campaignId } from './insert-campaign.ts';

export type Finding = { rule: string; found: string; isKept: boolean };

/** What must be true afterwards, however often which process was killed. */
export async function checkChaos(pool: Pool, limits: CampaignLimits): Promise<Finding[]> {
  const number = async (text: string): Promise<number> =>
    Number((await pool.query<{ value: string }>(text, [campaignId])).rows[0]?.value ?? 0);
  const none = async (rule: string, text: string): Promise<Finding> => {
    const value = await number(text);
    return { rule, found: String(value), isKept: value === 0 };
  };
  const atMost = async (rule: string, most: number, text: string): Promise<Finding> => {
    const value = await number(text);
    return { rule: `${rule} (at most ${most})`, found: String(value), isKept: value <= most };
  };
  return [
    await none(
      'contacts without a final state',
      `select count(*) as value from contacts where campaign_id = $1 and state not in ('done', 'failed', 'do_not_call')`,
    ),
    {
      rule: 'the campaign finished by itself',
      ...(await finishOf(pool)),
    },
    await none(
      'attempts that were called more than once',
      `select count(*) as value from (
         select attempt_id from calls where campaign_id = $1 group by attempt_id having count(*) > 1
       ) twice`,
    ),
    await none(
      'calls without an attempt of their own',
      `select count(*) as value from calls c where campaign_id = $1
         and not exists (select from campaign_attempts a where a.call_id = c.id and a.id = c.attempt_id)`,
    ),
    await none(
      'contacts on two calls at once',
      `select count(*) as value from calls one join calls other
         on other.contact_id = one.contact_id and other.id > one.id
         and other.created_at < one.ended_at and one.created_at < other.ended_at
       where one.campaign_id = $1`,
    ),
    await none(
      'attempts or calls left open',
      `select (select count(*) from campaign_attempts where campaign_id = $1 and state <> 'ended')
         + (select count(*) from calls where state <> 'ended') as value`,
    ),
    await atMost(
      'most calls of a contact, three of them faults of ours',
      limits.maxAttempts + 3,
      `select max(calls) as value from (
         select count(*) as calls from calls where campaign_id = $1 group by contact_id
       ) each`,
    ),
    await atMost(
      'calls on the line at once',
      Math.min(limits.maxLiveCalls, limits.workspaceMaxLiveCalls),
      `select max(live) as value from (
         select sum(step) over (order by at, step) as live from (
           select created_at as at, 1 as step from campaign_attempts where campaign_id = $1
           union all select ended_at, -1 from campaign_attempts where campaign_id = $1 and ended_at is not null
         ) steps
       ) each`,
    ),
    await atMost('calls started in any second', Math.ceil(limits.callsPerSecond), startedWithin('1 second')),
    await atMost('calls started in any ten seconds', limits.callsPerSecond * 10, startedWithin('10 seconds')),
    await none(
      'figures that differ from the rows',
      `select sum(abs(counted - real)) as value from (
         select sum(waiting) as counted,
           (select count(*) from contacts where campaign_id = $1 and state = 'waiting') as real
         from campaign_counts where campaign_id = $1
         union all select sum(calling), (select count(*) from contacts where campaign_id = $1 and state = 'calling')
         from campaign_counts where campaign_id = $1
         union all select sum(done), (select count(*) from contacts where campaign_id = $1 and state = 'done')
         from campaign_counts where campaign_id = $1
         union all select sum(failed), (select count(*) from contacts where campaign_id = $1 and state = 'failed')
         from campaign_counts where campaign_id = $1
         union all select sum(calls_made), (select count(*) from calls where campaign_id = $1)
         from campaign_counts where campaign_id = $1
         union all select (select sum(calls) from campaign_calls_made), (select count(*) from calls where campaign_id = $1)
       ) each`,
    ),
  ];
}

/** The most attempts in a window that ends at one of them. Ends are open, as the limit counts. */
function startedWithin(span: string): string {
  return `select max(started) as value from (
      select count(*) over (order by created_at range between '${span}' preceding and current row)
        - count(*) over (order by created_at range between '${span}' preceding and '${span}' preceding) as started
      from campaign_attempts where campaign_id = $1
    ) each`;
}

async function finishOf(pool: Pool): Promise<{ found: string; isKept: boolean }> {
  const { rows } = await pool.query<{ status: string; status_reason: string | null }>(
    'select status, status_reason from campaigns where id = $1',
    [campaignId],
  );
  const { status = 'gone', status_reason = null } = rows[0] ?? {};
  return { found: `${status}, ${status_reason}`, isKept: status_reason === 'finished' };
}

/** Figures worth reading: calls, what ended them, how long the slots of dead processes were held. */
export async function describeChaos(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ end_reason: string; calls: string; longest: string }>(
    `select end_reason, count(*) as calls, round(max(extract(epoch from ended_at - created_at)), 1) as longest
     from calls where campaign_id = $1 group by end_reason order by count(*) desc`,
    [campaignId],
  );
  return rows.map(
    ({ end_reason, calls, longest }) =>
      `${end_reason}: ${calls} calls, the longest held its line ${longest} s`,
  );
}
