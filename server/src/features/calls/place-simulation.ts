import type { FarEndSocket } from '@parley/carriers/carrier';
import { AppError } from '@parley/contract/errors';
import type { PriorTurn } from '@parley/engine/agent/conversation';
import type { CallPolicy } from '@parley/engine/interfaces/call-settings';
import type { Transaction } from '../../platform/db/database.ts';
import type { AgentForCall } from '../agents/index.ts';
import type { CallDesk } from './call-desk.ts';
import { changedEvent, toCallFacts } from './call-views.ts';
import { insertCall } from './queries.ts';
import { ring } from './ring.ts';
import type { RunningCall } from './running-call.ts';
import type { CallRow } from './tables.ts';

/** How long a line waits for its page. */
const waitMs = 15_000;
/** Somebody who types thinks longer than somebody who speaks, and may read something first. */
const typingPolicy: Partial<CallPolicy> = { repromptAfterMs: 120_000 };

export type PlaceSimulation = {
  workspaceId: string;
  agent: AgentForCall;
  /** Sample values of merge fields. */
  fields: Readonly<Record<string, string>>;
  isTyped: boolean;
  /** What was said before, where the conversation goes on from another one. */
  prior: readonly PriorTurn[];
  /** Runs in the transaction that stores the call. */
  onStored: (tx: Transaction, row: CallRow) => Promise<void>;
};

/** Whether calls run in this process, and with them lines for pages. */
export function canSimulate(desk: CallDesk): boolean {
  return desk.openCarriers?.findForSimulations() !== undefined;
}

/**
 * Begins a call with an agent whose far end is a page of the product. It is a call like any other, apart from being a
 * test that no figures count; it waits for the page's socket, and lives in this process, where its audio arrives.
 * Errors: simulation_unavailable, unavailable, calls_at_limit.
 */
export async function placeSimulation(desk: CallDesk, simulation: PlaceSimulation): Promise<CallRow> {
  const { platform } = desk;
  const { workspaceId, agent, fields, isTyped, prior } = simulation;
  if (desk.isDraining) throw AppError.of('unavailable');
  const line = desk.openCarriers?.findForSimulations();
  if (!line) throw AppError.of('simulation_unavailable');
  if (!desk.hasRoom) throw AppError.of('calls_at_limit', { limit: platform.config.maxLiveCalls });
  const row = await platform.db.transaction(async (tx) => {
    const inserted = await insertCall(tx, {
      workspaceId,
      direction: agent.type === 'inbound' ? 0 : 1,
      agentId: agent.agentId,
      agentVersionId: agent.versionId,
      agentName: agent.name,
      fromNumber: '',
      toNumber: '',
      carrier: line.carrierId,
      isTest: true,
      isSimulation: true,
      state: 'queued',
      processId: desk.processId,
      fields,
    });
    await platform.events.publish(tx, workspaceId, {
      type: 'call.started',
      data: { call: toCallFacts(inserted) },
    });
    await simulation.onStored(tx, inserted);
    await platform.liveFeed.publish(tx, workspaceId, changedEvent(inserted));
    return inserted;
  });
  const { whenPlaced } = await ring(desk, row, {
    agent,
    prior,
    service: line.service,
    ringMs: waitMs,
    ...(isTyped && { policy: typingPolicy }),
  });
  // The page connects as soon as it has its answer: by then there is a line.
  await whenPlaced;
  return row;
}

/** Gives a simulated call of the workspace the socket of its page. False when none waits or runs in this process. */
export function acceptSocket(
  desk: CallDesk,
  workspaceId: string,
  callId: string,
  socket: FarEndSocket,
): boolean {
  const running = findSimulation(desk, workspaceId, callId);
  const service = desk.openCarriers?.findForSimulations()?.service;
  return (running && service?.acceptSocket?.(running.legId, socket)) ?? false;
}

/** A simulated call of the workspace that waits or runs in this process. */
export function findSimulation(desk: CallDesk, workspaceId: string, callId: string): RunningCall | undefined {
  const running = desk.find(callId);
  return running?.row.workspaceId === workspaceId && running.row.isSimulation ? running : undefined;
}
