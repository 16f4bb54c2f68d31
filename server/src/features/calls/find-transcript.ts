import type { CallTurn } from '@parley/contract/calls';
import type { Queries } from '../../platform/db/database.ts';
import { findCall, listTurns } from './queries.ts';

/** What was said in a call, and with whom. */
export type CallTranscript = {
  agentId: string | null;
  summary: string;
  /** What was known of the customer. */
  fields: Readonly<Record<string, string>>;
  startedAt: Date;
  turns: readonly Pick<CallTurn, 'speaker' | 'text'>[];
};

/** The transcript of a call of the workspace; undefined when there is no such call. */
export async function findTranscript(
  queries: Queries,
  workspaceId: string,
  callId: string,
): Promise<CallTranscript | undefined> {
  const row = await findCall(queries, workspaceId, callId);
  if (!row) return undefined;
  const { agentId, summary, fields, createdAt: startedAt } = row;
  return { agentId, summary, fields, startedAt, turns: await listTurns(queries, [row.id]) };
}
