import { randomUUID } from 'node:crypto';
import type { CarrierService } from '@parley/carriers/carrier';
import { AppError } from '@parley/contract/errors';
import { isFictionalNumber, toE164 } from '@parley/contract/phone';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/db/database.ts';
import type { CallDesk, CallToRun } from './call-desk.ts';
import { changedEvent, toCallFacts } from './call-views.ts';
import { finishCall } from './finish-call.ts';
import { claimQueuedCall, findQueuedCall, insertCall, listQueuedCallIds } from './queries.ts';
import type { CallRow } from './tables.ts';

/** Channel on which processes hand each other calls to place and to end. */
export const callCommandsChannel = 'call_commands';

/** How long a number may ring. */
const usualRingMs = 45_000;

/** Waiting calls looked at in one go. */
const takenAtOnce = 20;

export type PlaceCall = {
  workspaceId: string;
  agentId: string;
  toNumber: string;
  isTest: boolean;
  /** A rehearsal with a person of a simulated network: counted nowhere, and of the version that real calls would have. */
  isSimulation?: boolean;
  /** What is known of the person, by merge field. */
  fields?: Readonly<Record<string, string>>;
  /** Who places it, where it is a person: their own email must be proved. */
  userId?: string;
  /** The number (E.164) it is placed with. Without it one of the agent's, else any of the workspace. */
  fromNumber?: string;
  /** What it is for, where a campaign places it; a rehearsal is no attempt to reach anybody. */
  campaign?: { campaignId: string; contactId?: string; attemptId?: string };
  /** Runs in the transaction that stores the call. */
  onStored?: (tx: Transaction, row: CallRow) => Promise<void>;
};

/**
 * The one way an outbound call starts: checks first, then the row, then the carrier. Returns the queued
 * row; what happens next is told by the row and the live feed.
 * Errors: number_invalid, email_unverified, agent_not_found, unavailable, no_route_for_number, calls_at_limit.
 */
export async function placeCall(desk: CallDesk, call: PlaceCall): Promise<CallRow> {
  const { platform, needs } = desk;
  const { workspaceId } = call;
  const toNumber = toE164(call.toNumber);
  if (toNumber === undefined) throw AppError.of('number_invalid', { value: call.toNumber });
  if (call.isSimulation && !isFictionalNumber(toNumber))
    throw AppError.of('number_invalid', { value: call.toNumber });
  // VERIFY-6. Numbers of fiction ring nobody, so they may be tried before.
  if (!isFictionalNumber(toNumber)) await needs.accounts.checkMayCallOutside(platform.db.queries, call);
  const agent = await needs.agents.findAgentForCall(
    platform.db.queries,
    workspaceId,
    call.agentId,
    // A test call tries what was saved last, published or not.
    call.isTest && !call.isSimulation ? 'newest' : 'published',
  );
  if (!agent) throw AppError.of('agent_not_found');
  if (desk.isDraining) throw AppError.of('unavailable');
  const runsCalls = platform.config.roles.has('calls');
  const route = runsCalls ? desk.carriers.findFor(toNumber, workspaceId) : undefined;
  if (runsCalls && !route) throw AppError.of('no_route_for_number', { number: toNumber });
  if (runsCalls && !desk.hasRoom)
    throw AppError.of('calls_at_limit', { limit: platform.config.maxLiveCalls });
  const fromNumber =
    call.fromNumber ??
    (await needs.numbers.findOutboundNumber(platform.db.queries, workspaceId, agent.agentId));

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
      isSimulation: call.isSimulation ?? false,
      state: 'queued',
      processId: runsCalls ? desk.processId : null,
      fields: call.fields ?? {},
      ...call.campaign,
    });
    await platform.events.publish(tx, workspaceId, {
      type: 'call.started',
      data: { call: toCallFacts(inserted) },
    });
    await call.onStored?.(tx, inserted);
    await platform.liveFeed.publish(tx, workspaceId, changedEvent(inserted));
    if (!runsCalls) {
      await tx.execute(
        sql`select pg_notify(${callCommandsChannel}, ${JSON.stringify({ place: inserted.id })})`,
      );
    }
    return inserted;
  });
  if (route) await ring(desk, row, { agent, service: route.service });
  return row;
}

/** Takes what waits for lines, oldest first, as far as this process has room: what was told to it is not all there is. */
export async function takeWaitingCalls(desk: CallDesk): Promise<void> {
  if (!desk.hasRoom) return;
  for (const callId of await listQueuedCallIds(desk.platform.db.queries, takenAtOnce))
    await takeQueuedCall(desk, callId);
}

/** Takes a queued call that a process without lines has made; nothing happens when another was quicker. */
export async function takeQueuedCall(desk: CallDesk, callId: string): Promise<void> {
  if (!desk.hasRoom) return;
  const { platform, needs } = desk;
  const { queries } = platform.db;
  const waiting = await findQueuedCall(queries, callId);
  if (!waiting?.agentId) return;
  const agent = await needs.agents.findAgentForCall(queries, waiting.workspaceId, waiting.agentId, {
    versionId: waiting.agentVersionId ?? '',
  });
  const route = desk.carriers.findFor(waiting.toNumber, waiting.workspaceId);
  const carrierId = route?.carrierId ?? '';
  const row = await claimQueuedCall(queries, callId, { processId: desk.processId, carrier: carrierId });
  if (!row) return;
  if (agent && route) await ring(desk, row, { agent, service: route.service });
  else await finishCall(platform, row.id, route ? 'internal_error' : 'number_unreachable');
}

/** Runs a call of this process from its row: takes it over and rings the far end. */
export async function ring(
  desk: CallDesk,
  row: CallRow,
  call: Omit<CallToRun, 'legId'> & { service: CarrierService; ringMs?: number },
): Promise<{ whenPlaced: Promise<void> }> {
  const { service, ringMs = usualRingMs, ...toRun } = call;
  const legId = randomUUID();
  const running = await desk.run(row, { ...toRun, legId }).catch(async (error: unknown) => {
    // Nobody else would end it: the row is this process's for as long as it lives.
    await finishCall(desk.platform, row.id, 'internal_error');
    throw error;
  });
  const { fromNumber, toNumber, workspaceId } = row;
  // Seldom awaited: the caller has its row, and what becomes of it is told by events.
  const whenPlaced = service
    .placeCall({ legId, fromNumber, toNumber, workspaceId, ringMs })
    .then((leg) => desk.follow(running, leg))
    .catch((error: unknown) => {
      desk.platform.log.warn('A call could not be placed.', { callId: row.id, error: String(error) });
      running.end('carrier_failed');
    });
  return { whenPlaced };
}
