import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOffer, OfferDecision } from '@parley/carriers/carrier';
import { newId } from '../../platform/db/new-id.ts';
import type { CallDesk } from './call-desk.ts';
import { changedEvent, toCallFacts } from './call-views.ts';
import { claimRing } from './claim-ring.ts';
import { insertCalls } from './queries.ts';

/** A ring that another process has is asked for again: within a second it is answered or refused. */
const claimTries = 5;
const claimPauseMs = 200;

/**
 * Somebody rings: number, its agent, row, then the answer. Resolves with what the carrier shall tell the
 * far end. Numbers without an active agent are refused and leave no row: there was no call.
 */
export async function answerInbound(
  desk: CallDesk,
  carrierId: string,
  offer: CallOffer,
): Promise<OfferDecision> {
  if (desk.isDraining) return { answer: false, because: 'shutting_down' };
  const giveRoomBack = desk.keepRoom();
  if (giveRoomBack === undefined) return { answer: false, because: 'at_limit' };
  try {
    return await takeOffer(desk, carrierId, offer);
  } finally {
    giveRoomBack();
  }
}

async function takeOffer(desk: CallDesk, carrierId: string, offer: CallOffer): Promise<OfferDecision> {
  const { platform, needs } = desk;
  const number = await needs.numbers.findNumber(platform.db.queries, offer.toNumber);
  if (!number || !ringsThrough(number, offer)) return { answer: false, because: 'unknown_number' };
  if (offer.connectionId !== null && offer.connectionId === number.connectionId)
    await needs.numbers.onRing(number, offer.fromNumber);
  const { workspaceId, inboundAgentId } = number;
  const agent =
    inboundAgentId === null
      ? undefined
      : await needs.agents.findAgentForCall(platform.db.queries, workspaceId, inboundAgentId, 'published');
  if (!agent?.isActive) return { answer: false, because: 'no_agent' };

  const store = () =>
    platform.db.transaction(async (tx) => {
      const callId = newId('call');
      const { ring } = offer;
      if (ring !== undefined && !(await claimRing(tx, { ring, callId }))) return undefined;
      const [inserted] = await insertCalls(tx, [
        {
          id: callId,
          workspaceId,
          direction: 0,
          agentId: agent.agentId,
          agentVersionId: agent.versionId,
          agentName: agent.name,
          fromNumber: offer.fromNumber,
          toNumber: number.e164,
          carrier: carrierId,
          isTest: false,
          state: 'ringing',
          processId: desk.processId,
        },
      ]);
      await platform.events.publish(tx, workspaceId, {
        type: 'call.started',
        data: { call: toCallFacts(inserted!) },
      });
      await platform.liveFeed.publish(tx, workspaceId, changedEvent(inserted!));
      return inserted;
    });
  let row = await store();
  // A network asks the next as soon as one refuses, which that one has to write down first.
  for (let tries = 0; row === undefined && tries < claimTries; tries += 1) {
    await sleep(claimPauseMs);
    row = await store();
  }
  if (row === undefined) return { answer: false, because: 'taken' };
  const running = await desk.run(row, { agent, legId: offer.legId });
  desk.follow(running, offer.leg);
  return { answer: true };
}

/** A number that came with a trunk rings through that trunk, or from a phone of this machine. */
function ringsThrough(number: { connectionId: string | null }, offer: CallOffer): boolean {
  return (
    offer.connectionId === null || number.connectionId === null || number.connectionId === offer.connectionId
  );
}
