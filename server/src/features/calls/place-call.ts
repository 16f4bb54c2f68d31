import { randomUUID } from 'node:crypto';
import { AppError } from '@parley/contract/errors';
import { toE164 } from '@parley/contract/phone';
import { sql } from 'drizzle-orm';
import type { AgentForCall } from '../agents/index.ts';
import type { CallDesk } from './call-desk.ts';
import { changedEvent } from './call-views.ts';
import { claimQueuedCall, insertCall } from './queries.ts';
import type { CallRow } from './tables.ts';

/** Channel on which processes hand each other calls to place and to end. */
export const callCommandsChannel = 'call_commands';

/** How long a number may ring. */
const ringMs = 45_000;

export type PlaceCall = { workspaceId: string; agentId: string; toNumber: string; isTest: boolean };

/**
 * The one way an outbound call starts: checks first, then the row, then the carrier. Returns the queued
 * row; what happens next is told by the row and the live feed.
 * Errors: number_invalid, agent_not_found, no_route_for_number, calls_at_limit.
 */
export async function placeCall(desk: CallDesk, call: PlaceCall): Promise<CallRow> {
  const { platform, needs } = desk;
  const { workspaceId } = call;
  const toNumber = toE164(call.toNumber);
  if (toNumber === undefined) throw AppError.of('number_invalid', { value: call.toNumber });
  const agent = await needs.agents.findAgentForCall(platform.db.queries, workspaceId, call.agentId);
  if (!agent) throw AppError.of('agent_not_found');
  const runsCalls = platform.config.roles.has('calls');
  const route = runsCalls ? desk.carriers.findFor(toNumber, workspaceId) : undefined;
  if (runsCalls && !route) throw AppError.of('no_route_for_number', { number: toNumber });
  if (runsCalls && !desk.hasRoom)
    throw AppError.of('calls_at_limit', { limit: platform.config.maxLiveCalls });
  const fromNumber = await needs.numbers.findOutboundNumber(platform.db.queries, workspaceId, agent.agentId);

  const row = await platform.db.transaction(async (tx) => {
    const inserted = await insertCall(tx, {
      workspaceId,
      direction: 1,
      agentId: agent.agentId,
      agentVersionId: agent.versionId,
      agentName: agent.name,
      fromNumber: fromNumber ?? '',
      toNumber,
      carrier: route?.carrierId ?? '',
      isTest: call.isTest,
      state: 'queued',
      processId: runsCalls ? desk.processId : null,
    });
    await platform.liveFeed.publish(tx, workspaceId, changedEvent(inserted));
    if (!runsCalls) {
      await tx.execute(
        sql`select pg_notify(${callCommandsChannel}, ${JSON.stringify({ place: inserted.id })})`,
      );
    }
    return inserted;
  });
  if (runsCalls) await ring(desk, row, agent);
  return row;
}

/** Takes a queued call that a process without lines has made. */
export async function takeQueuedCall(desk: CallDesk, callId: string): Promise<void> {
  if (!desk.hasRoom) return;
  const { platform, needs } = desk;
  const row = await claimQueuedCall(platform.db.queries, callId, desk.processId);
  if (!row) return;
  const agent =
    row.agentId && (await needs.agents.findAgentForCall(platform.db.queries, row.workspaceId, row.agentId));
  if (agent) await ring(desk, row, agent);
}

async function ring(desk: CallDesk, row: CallRow, agent: AgentForCall): Promise<void> {
  const legId = randomUUID();
  const running = await desk.run(row, { agent, legId });
  const route = desk.carriers.findFor(row.toNumber, row.workspaceId);
  if (!route) {
    running.end('number_unreachable');
    return;
  }
  // Not awaited: the caller has its row, and what becomes of it is told by events.
  void route.service
    .placeCall({
      legId,
      fromNumber: row.fromNumber,
      toNumber: row.toNumber,
      workspaceId: row.workspaceId,
      ringMs,
    })
    .then((leg) => desk.follow(running, leg))
    .catch((error: unknown) => {
      desk.platform.log.warn('A call could not be placed.', { callId: row.id, error: String(error) });
      running.end('carrier_failed');
    });
}
