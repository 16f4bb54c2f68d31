import type { CarrierService, Leg } from '@parley/carriers/carrier';
import type { EndReason } from '@parley/contract/end-reasons';
import type { BriefingEnd } from '@parley/engine/handover/briefing';
import { newId } from '../../../platform/db/new-id.ts';
import { briefingOfCall } from './briefing-of-call.ts';
import { insertLeg, saveLegEnd, saveLegStep } from './leg-queries.ts';
import { type MissedOutcome, outcomeOf } from './outcome-words.ts';
import type { Handover, HandoverEnd } from './transfer-call.ts';

/** How long the person's phone may ring while the customer waits, and how long the two may talk. */
const ringMs = 30_000;
const talkMs = 4 * 3_600_000;
/** Who leaves sooner than this after a cold transfer has not talked with the customer. */
const shortestTalkMs = 3_000;
/** A briefing ends by itself within a minute; this is for a thread that does not answer. */
const briefingMs = 75_000;

/** Ends that leave somebody on the line who had been talking: the network failed, not the person. */
const losses: ReadonlySet<EndReason> = new Set(['media_lost', 'carrier_failed', 'internal_error']);

const briefingOutcomes: Readonly<Record<Exclude<BriefingEnd, 'taken'>, MissedOutcome>> = {
  declined: 'declined',
  machine: 'voicemail',
  not_taken: 'no_answer',
};

/**
 * Rings the person on a second line of the call, by whichever carrier reaches them, and joins the two lines; warm only
 * after they were told what it is about and took the call. Resolves when they have talked, or when it came to nothing.
 */
export async function joinPerson(handover: Handover): Promise<HandoverEnd> {
  const { desk, running, plan, shownNumber, signal } = handover;
  const { id: callId, workspaceId } = running.row;
  const { queries } = desk.platform.db;
  const route = desk.carriers.findFor(plan.number, workspaceId, shownNumber);
  if (route === undefined) return 'failed';
  const legId = newId('leg');
  await insertLeg(queries, {
    id: legId,
    callId,
    method: 'join',
    isWarm: plan.isWarm,
    fromNumber: shownNumber,
    toNumber: plan.number,
    carrier: route.carrierId,
  });
  desk.threads.handOver(callId, { do: 'hold' });
  const line = await openLine(handover, route.service, legId);
  if (line === undefined) {
    await saveLegEnd(queries, legId, 'failed');
    return 'failed';
  }
  const { leg, answered, ended } = line;
  running.adopt(leg);
  const giveUp = (): void => leg.hangUp();
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    const end = await converse(handover, { legId, carrierId: route.carrierId, answered, ended });
    leg.hangUp();
    await saveLegEnd(queries, legId, end === 'talked' || end === 'lost' ? 'connected' : end);
    // Until the agent speaks again the customer hears that the line still stands.
    if (end !== 'talked') desk.threads.handOver(callId, { do: 'hold' });
    return end;
  } finally {
    signal.removeEventListener('abort', giveUp);
    leg.hangUp();
    running.disown(leg);
    running.isHandedOver = false;
  }
}

type Line = { leg: Leg; answered: Promise<'answered' | EndReason>; ended: Promise<EndReason> };

/** Starts to ring, in the thread that runs the call. Undefined when the attempt cannot even be sent. */
async function openLine(
  { desk, running, plan, shownNumber }: Handover,
  service: CarrierService,
  legId: string,
): Promise<Line | undefined> {
  const { id: callId, workspaceId } = running.row;
  if (!desk.threads.pinLeg(legId, callId)) return undefined;
  try {
    const leg = await service.placeCall({
      legId,
      fromNumber: shownNumber,
      toNumber: plan.number,
      workspaceId,
      ringMs,
    });
    const answered = Promise.withResolvers<'answered' | EndReason>();
    const ended = Promise.withResolvers<EndReason>();
    leg.onEvent((event) => {
      if (event.type === 'answered') answered.resolve('answered');
      else if (event.type === 'note') running.noteNow('carrier', event.text);
      else if (event.type === 'ended') {
        answered.resolve(event.endReason);
        ended.resolve(event.endReason);
      }
    });
    return { leg, answered: answered.promise, ended: ended.promise };
  } catch (error) {
    desk.platform.log.warn('A transfer could not be placed.', { callId, error: String(error) });
    return undefined;
  } finally {
    desk.threads.unpinLeg(legId);
  }
}

async function converse(
  handover: Handover,
  line: Pick<Line, 'answered' | 'ended'> & { legId: string; carrierId: string },
): Promise<HandoverEnd> {
  const { desk, running, plan, signal } = handover;
  const { legId, carrierId, ended } = line;
  const { queries } = desk.platform.db;
  const canceled = (): boolean => signal.aborted;
  const first = await line.answered;
  if (canceled()) return 'canceled';
  if (first !== 'answered') return outcomeOf(first);
  await saveLegStep(queries, legId, 'answered');
  if (plan.isWarm) {
    const end = await briefPerson(handover, line);
    if (canceled()) return 'canceled';
    if (end !== 'taken') return end;
  } else desk.threads.handOver(running.row.id, { do: 'join', carrierId, legId });
  running.isHandedOver = true;
  running.noteNow('transfer', `Connected with ${plan.number}.`);
  await saveLegStep(queries, legId, 'connected');
  const joinedMs = performance.now();
  const endReason = await within(ended, talkMs, 'max_duration' as const);
  // Who is cut off by the network still has a customer waiting, and so has who hangs up before a word was said.
  const isTooShort = !plan.isWarm && performance.now() - joinedMs < shortestTalkMs;
  return (losses.has(endReason) || isTooShort) && !canceled() ? 'lost' : 'talked';
}

async function briefPerson(
  { desk, running, plan, shownNumber }: Handover,
  { legId, carrierId, ended }: Pick<Line, 'ended'> & { legId: string; carrierId: string },
): Promise<'taken' | MissedOutcome> {
  const { row } = running;
  const text = await briefingOfCall(desk, running, plan.summary);
  const briefed = running.briefed(legId);
  desk.threads.handOver(row.id, {
    do: 'brief',
    carrierId,
    legId,
    fromNumber: shownNumber,
    toNumber: plan.number,
    text,
  });
  const end = await Promise.race([
    within(briefed, briefingMs, 'not_taken' as const).then((told) =>
      told === 'taken' ? told : briefingOutcomes[told],
    ),
    ended.then(outcomeOf),
  ]);
  running.onBriefed(legId, 'not_taken');
  return end;
}

/** The promise, or `late` when it takes longer. */
async function within<Value, Late>(
  promise: Promise<Value>,
  timeMs: number,
  late: Late,
): Promise<Value | Late> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Late>((resolve) => {
    timer = setTimeout(() => resolve(late), timeMs);
    timer.unref();
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
