import type { AgentForCall } from '../agents/index.ts';
import type { CallDesk, CallSetup } from './call-desk.ts';
import { finishCall } from './finish-calls.ts';
import { claimQueuedCalls, listQueuedCalls } from './queries.ts';
import { ring } from './ring.ts';
import type { CallRow } from './tables.ts';

/** Waiting calls looked at in one go. */
const takenAtOnce = 20;

/**
 * Takes calls that processes without lines have made, as far as this process has room: those told of, or the oldest that
 * wait. What another process was quicker to take is left to it.
 */
export async function takeQueuedCalls(desk: CallDesk, told?: readonly string[]): Promise<void> {
  if (!desk.hasRoom) return;
  const { platform, needs } = desk;
  const { queries } = platform.db;
  const room = platform.config.maxLiveCalls - desk.liveCount;
  const waiting = await listQueuedCalls(queries, { callIds: told, limit: Math.min(room, takenAtOnce) });
  const agents = new Map<string, Promise<AgentForCall | undefined>>();
  const setups = new Map<string, Promise<CallSetup>>();
  const findAgent = (row: CallRow): Promise<AgentForCall | undefined> =>
    getOnce(agents, `${row.workspaceId} ${row.agentId} ${row.agentVersionId}`, () =>
      needs.agents.findAgentForCall(queries, row.workspaceId, row.agentId ?? '', {
        versionId: row.agentVersionId ?? '',
      }),
    );
  const known = await Promise.all(
    waiting.map(async (row) => ({
      agent: await findAgent(row),
      route: desk.carriers.findFor(row.toNumber, row.workspaceId, row.fromNumber),
    })),
  );
  const taken = await claimQueuedCalls(queries, {
    processId: desk.processId,
    calls: waiting.map(({ id }, at) => ({ id, carrier: known[at]!.route?.carrierId ?? '' })),
  });
  const begin = async (row: CallRow, at: number): Promise<void> => {
    const { agent, route } = known[at]!;
    if (!agent || !route) {
      await finishCall(platform, row.id, route ? 'internal_error' : 'number_unreachable');
      return;
    }
    const { carrierId, service } = route;
    const setup = getOnce(setups, `${row.workspaceId} ${agent.agentId} ${agent.versionId} ${carrierId}`, () =>
      desk.setUp(row.workspaceId, carrierId, agent),
    );
    await ring(desk, { ...row, carrier: carrierId, processId: desk.processId }, { agent, setup, service });
  };
  await Promise.all(
    waiting.map(async (row, at) => {
      if (!taken.has(row.id)) return;
      await begin(row, at).catch((error: unknown) =>
        platform.log.error('A queued call could not be begun.', { callId: row.id, error: String(error) }),
      );
    }),
  );
}

function getOnce<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

/** Takes calls as they are told of: those told while a take runs are taken together by the next. */
export class QueuedCallsTaker {
  readonly #desk: CallDesk;
  readonly #told = new Set<string>();
  #isTaking = false;

  constructor(desk: CallDesk) {
    this.#desk = desk;
  }

  take(callId: string): void {
    this.#told.add(callId);
    if (!this.#isTaking) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isTaking = true;
    // What one transaction told comes in one go.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#told.size > 0) {
      const callIds = [...this.#told].slice(0, takenAtOnce);
      for (const callId of callIds) this.#told.delete(callId);
      await takeQueuedCalls(this.#desk, callIds).catch((error: unknown) =>
        this.#desk.platform.log.error('Queued calls could not be taken.', { error: String(error) }),
      );
    }
    this.#isTaking = false;
  }
}
