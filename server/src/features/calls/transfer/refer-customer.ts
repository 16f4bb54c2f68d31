import { newId } from '../../../platform/db/new-id.ts';
import { insertLeg, saveLegEnd, saveLegStep } from './leg-queries.ts';
import { outcomeOf } from './outcome-words.ts';
import type { Handover, HandoverEnd } from './transfer-call.ts';

/**
 * Asks the customer's own network to hand the call over (SIP REFER): then no line of ours is used, nothing more is
 * recorded, and the network decides which number the person sees. Undefined where it does not do so: the two lines are
 * to be joined here.
 */
export async function referCustomer(handover: Handover): Promise<HandoverEnd | undefined> {
  const { desk, running, plan, shownNumber, signal } = handover;
  const { id: callId, carrier } = running.row;
  const { queries } = desk.platform.db;
  const refer = running.leg?.refer;
  if (refer === undefined || signal.aborted) return undefined;
  const legId = newId('leg');
  await insertLeg(queries, {
    id: legId,
    callId,
    method: 'refer',
    isWarm: false,
    fromNumber: shownNumber,
    toNumber: plan.number,
    carrier,
  });
  desk.threads.handOver(callId, { do: 'hold' });
  const end = await refer(plan.number);
  if (end.type === 'transferred') {
    running.noteNow('transfer', 'The phone network has taken the call over.');
    await saveLegStep(queries, legId, 'connected');
    await saveLegEnd(queries, legId, 'connected');
    return 'talked';
  }
  running.noteNow('carrier', end.detail);
  const outcome = end.type === 'missed' ? outcomeOf(end.endReason) : 'failed';
  await saveLegEnd(queries, legId, signal.aborted ? 'canceled' : outcome);
  return end.type === 'missed' || signal.aborted ? outcome : undefined;
}
