import type { CallDesk } from './call-desk.ts';
import { finishCall } from './finish-calls.ts';
import { claimQueuedCall, findQueuedCall, listQueuedCallIds } from './queries.ts';
import { ring } from './ring.ts';

/** Waiting calls looked at in one go. */
const takenAtOnce = 20;

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
