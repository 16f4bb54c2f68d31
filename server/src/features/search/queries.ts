import { type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { rowsOf } from '../../platform/db/insert-rows.ts';
import { type PartyRow, searchParties } from './tables.ts';

/** Numbers looked at for each way of matching, so that three digits of a million numbers stay quick. */
const lookedAt = 200;

/** Keeps the latest call with each number; of several with one number the last. */
export async function saveParties(queries: Queries, parties: readonly PartyRow[]): Promise<void> {
  const latest = new Map(parties.map((party) => [`${party.workspaceId} ${party.number}`, party]));
  if (latest.size === 0) return;
  // In one order: no two transactions wait crosswise.
  const rows = [...latest].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, party]) => party);
  await queries.execute(sql`
    insert into ${searchParties} ${rowsOf(searchParties, rows)}
    on conflict (workspace_id, number) do update set agent_id = excluded.agent_id, agent_name = excluded.agent_name,
      direction = excluded.direction, last_call_id = excluded.last_call_id, last_at = excluded.last_at`);
}

/** Numbers that begin with one of `beginnings` (E.164) or end with `ending`, latest call first. */
export async function findParties(
  queries: Queries,
  workspaceId: string,
  given: { beginnings: readonly string[]; ending: string; limit: number },
): Promise<PartyRow[]> {
  const { beginnings, ending, limit } = given;
  const reversed = [...ending].reverse().join('');
  const ways = [
    ...beginnings.map((beginning) => startsWith(workspaceId, sql`number`, beginning)),
    startsWith(workspaceId, sql`reversed`, reversed),
  ];
  return await readParties(
    queries,
    sql`select distinct found.* from (${sql.join(ways, sql` union all `)}) found
      order by found."lastAt" desc, found.number limit ${limit}`,
  );
}

/** The numbers an agent spoke with last. */
export async function findPartiesOfAgents(
  queries: Queries,
  workspaceId: string,
  agentIds: readonly string[],
  limit: number,
): Promise<PartyRow[]> {
  if (agentIds.length === 0) return [];
  const each = agentIds.map(
    (agentId) => sql`(select ${columns} from search_parties
      where workspace_id = ${workspaceId} and agent_id = ${agentId} order by last_at desc limit ${limit})`,
  );
  return await readParties(
    queries,
    sql`select * from (${sql.join(each, sql` union all `)}) found order by found."lastAt" desc limit ${limit}`,
  );
}

const columns = sql`workspace_id as "workspaceId", number, agent_id as "agentId", agent_name as "agentName",
  direction, last_call_id as "lastCallId", last_at as "lastAt"`;

/** A range of the index: text sorts by bytes here, and `~` comes after every digit and sign a number has. */
function startsWith(workspaceId: string, column: SQL, beginning: string): SQL {
  return sql`(select ${columns} from search_parties
    where workspace_id = ${workspaceId} and ${column} >= ${beginning} and ${column} < ${`${beginning}~`}
    order by ${column} limit ${lookedAt})`;
}

async function readParties(queries: Queries, query: SQL): Promise<PartyRow[]> {
  const { rows } = await queries.execute<Omit<PartyRow, 'lastAt'> & { lastAt: string | Date }>(query);
  return rows.map((row) => ({ ...row, lastAt: new Date(row.lastAt) }));
}
