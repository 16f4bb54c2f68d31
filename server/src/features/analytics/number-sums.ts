import { sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { callFacts, callFigures } from './tables.ts';

/** What was counted of one of the workspace's own numbers (E.164). */
export type NumberSums = {
  number: string;
  calls: number;
  answered: number;
  /** Answered and over within ten seconds: the first two bands of durations (bands.ts). */
  shortCalls: number;
  /** When its last call began. */
  lastUsedAt: Date;
};

/** Sums of each number since the moment, without test calls; numbers without calls are not among them. */
export async function sumNumbers(
  queries: Queries,
  workspaceId: string,
  since: Date,
): Promise<readonly NumberSums[]> {
  const answer = await queries.execute<Record<keyof NumberSums, string>>(sql`
    select number, calls, answered, "shortCalls", (
      select f.created_at from ${callFacts} f
      where f.workspace_id = ${workspaceId} and f.number = sums.number and not f.is_test
      order by f.created_at desc, f.call_id desc limit 1
    ) as "lastUsedAt"
    from (
      select number, sum(calls) as calls, sum(answered) as answered,
        sum(coalesce((others ->> 'duration 0')::bigint, 0) + coalesce((others ->> 'duration 1')::bigint, 0))
          as "shortCalls"
      from ${callFigures}
      where workspace_id = ${workspaceId} and number <> '' and agent_id = '' and not is_test
        and slot >= ${since.toISOString()}::timestamptz
      group by number
    ) as sums
    where calls > 0`);
  return answer.rows.map((row) => ({
    number: row.number,
    calls: Number(row.calls),
    answered: Number(row.answered),
    shortCalls: Number(row.shortCalls),
    lastUsedAt: new Date(row.lastUsedAt),
  }));
}
