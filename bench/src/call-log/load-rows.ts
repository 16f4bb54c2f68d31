import type { Database } from '@parley/server/platform/db/database';

const batchRows = 10_000;

/** Fills the call log of the only workspace with ended calls of four turns each, by SQL inside the database. */
export async function loadCallRows(database: Database, rows: number): Promise<void> {
  const { pool } = database;
  const found = await pool.query<{ id: string }>('select id from workspaces');
  const workspaceId = found.rows[0]?.id;
  if (workspaceId === undefined || found.rows.length > 1) throw new Error('There must be one workspace.');
  for (let from = 1; from <= rows; from += batchRows) {
    const to = Math.min(rows, from + batchRows - 1);
    await pool.query(insertCalls, [workspaceId, from, to]);
    await pool.query(insertTurns, [from, to]);
  }
  await pool.query(
    `insert into call_counts (workspace_id, shard, calls) values ($1, 0, $2)
     on conflict (workspace_id, shard) do update set calls = call_counts.calls + excluded.calls`,
    [workspaceId, rows],
  );
  await pool.query('analyze calls');
  await pool.query('analyze call_turns');
}

/** A call every half minute until now. */
const insertCalls = `
  insert into calls (id, workspace_id, direction, agent_name, from_number, to_number, carrier, state, created_at,
    answered_at, ended_at, end_reason, disposition, sentiment, summary, analysed_at, median_response_ms)
  select 'call_' || lpad(n::text, 22, '0'), $1, n % 2, 'Ada', '+1555' || lpad((n % 9999999)::text, 7, '0'),
    '+15550100002', 'sip', 'ended', at, at + interval '5 s', at + interval '95 s', 'customer_hung_up', 'completed',
    (array['positive', 'neutral', 'negative'])[n % 3 + 1], 'The customer booked a table for two on Friday at seven.',
    at + interval '100 s', 900
  from (select n, now() - (100000 - n) * interval '30 s' as at from generate_series($2::int, $3::int) n) each`;

const insertTurns = `
  insert into call_turns (id, call_id, speaker, text, start_ms, end_ms, was_interrupted, by)
  select 'turn_' || lpad((n * 4 + t)::text, 22, '0'), 'call_' || lpad(n::text, 22, '0'),
    (array['agent', 'customer'])[t % 2 + 1],
    'We have a table for two on Friday at seven, by the window. Shall I put it down under your name?',
    t * 5000, t * 5000 + 4000, false, 'speech'
  from generate_series($1::int, $2::int) n, generate_series(0, 3) t`;
