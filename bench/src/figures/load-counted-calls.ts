import type { Database } from '@parley/server/platform/db/database';

const batchCalls = 25_000;

/**
 * Counts calls of a year for the only workspace, of 20 agents on 10 numbers, by the product's own SQL. Their rows in
 * the call log are removed again: figures do not read them.
 */
export async function loadCountedCalls(
  { pool }: Database,
  calls: number,
  progress: (text: string) => void,
): Promise<void> {
  const found = await pool.query<{ id: string }>('select id from workspaces');
  const workspaceId = found.rows[0]?.id;
  if (workspaceId === undefined || found.rows.length > 1) throw new Error('There must be one workspace.');
  for (let from = 1; from <= calls; from += batchCalls) {
    await pool.query(insertCalls, [workspaceId, from, Math.min(calls, from + batchCalls - 1), calls]);
    await pool.query('select count_past_quarters()');
    await pool.query('delete from calls');
    if (from % (batchCalls * 8) === 1 && from > 1) progress(`${from - 1} calls are counted`);
  }
  await pool.query('select sum_days_anew()');
  for (const table of ['call_facts', 'call_figures', 'call_figures_of_days', 'call_slots_of_days'])
    await pool.query(`vacuum analyze ${table}`);
}

/** Agents and numbers are drawn by primes, so that each agent calls from each number. */
const insertCalls = `
  insert into calls (id, workspace_id, direction, agent_id, agent_name, from_number, to_number, carrier, state, created_at,
    answered_at, ended_at, end_reason, disposition, sentiment, analysed_at, median_response_ms)
  select 'call_' || lpad(n::text, 22, '0'), $1, n % 2, 'agt_' || lpad((n * 7 % 20)::text, 22, '0'), 'Agent ' || n * 7 % 20,
    '+1555000' || lpad((n * 3 % 10)::text, 4, '0'), '+1555000' || lpad((n * 3 % 10)::text, 4, '0'), 'sip', 'ended', at,
    case when n % 5 > 0 then at end, at + make_interval(secs => n % 400),
    case when n % 5 > 0 then 'customer_hung_up' else 'no_answer' end,
    (array['completed', 'appointment_booked', 'voicemail', 'callback_requested', 'not_interested'])[n % 5 + 1],
    (array['positive', 'neutral', 'negative'])[n % 3 + 1], at, 500 + n % 1500
  from (
    select n, now() - ($4::int - n) * (interval '365 days' / $4::int) as at from generate_series($2::int, $3::int) n
  ) each`;
