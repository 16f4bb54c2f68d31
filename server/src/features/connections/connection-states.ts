import type { ConnectionState } from '@parley/carriers/carrier';
import { and, eq, gt, inArray, lt, not, notInArray, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { connectionStates } from './tables.ts';

export type { ConnectionState } from '@parley/carriers/carrier';

/** What a process told counts this long, in seconds: it tells more often. */
const freshSeconds = 20;

/** From bad to good: calls may take the worst process of several. */
const order: readonly ConnectionState['state'][] = ['failing', 'checking', 'reachable', 'registered'];

/** The state staff see: the worst of what the processes told. */
export function chooseState<Told extends Pick<ConnectionState, 'state'>>(
  told: readonly Told[],
): Told | undefined {
  return [...told].sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state))[0];
}

/** Replaces all that a process told before; without states, it is forgotten. So are processes long silent. */
export async function saveStates(
  queries: Queries,
  processId: string,
  states: readonly ConnectionState[],
): Promise<void> {
  const ids = states.map(({ connectionId }) => connectionId);
  await queries
    .delete(connectionStates)
    .where(
      and(
        eq(connectionStates.processId, processId),
        ids.length > 0 ? notInArray(connectionStates.connectionId, ids) : undefined,
      ),
    );
  await queries
    .delete(connectionStates)
    .where(
      and(
        not(eq(connectionStates.processId, processId)),
        lt(connectionStates.toldAt, sql`now() - interval '1 hour'`),
      ),
    );
  if (states.length === 0) return;
  await queries
    .insert(connectionStates)
    .values(states.map((state) => ({ ...state, processId, detail: state.detail.slice(0, 500) })))
    .onConflictDoUpdate({
      target: [connectionStates.connectionId, connectionStates.processId],
      set: { state: sql`excluded.state`, detail: sql`excluded.detail`, toldAt: sql`now()` },
    });
}

/** What processes told lately of these connections. */
export async function listFreshStates(
  queries: Queries,
  connectionIds: readonly string[],
): Promise<(ConnectionState & { toldAt: Date })[]> {
  if (connectionIds.length === 0) return [];
  return await queries
    .select()
    .from(connectionStates)
    .where(
      and(
        inArray(connectionStates.connectionId, [...connectionIds]),
        gt(connectionStates.toldAt, sql`now() - make_interval(secs => ${freshSeconds})`),
      ),
    );
}
