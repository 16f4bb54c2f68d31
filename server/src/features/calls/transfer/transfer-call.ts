import { isFictionalNumber } from '@parley/contract/phone';
import type { TransferOutcome, TransferPlan } from '../../functions/index.ts';
import type { CallDesk } from '../call-desk.ts';
import type { RunningCall } from '../running-call.ts';
import { joinPerson } from './join-person.ts';
import { backWithAgent, type MissedOutcome, outcomeWords } from './outcome-words.ts';
import { playTransfer } from './play-transfer.ts';
import { referCustomer } from './refer-customer.ts';

/** A handover that is under way: the call, and where it goes. */
export type Handover = {
  desk: CallDesk;
  running: RunningCall;
  plan: TransferPlan;
  /** What the person sees. */
  shownNumber: string;
  /** The call is over, or nothing is wanted any more. */
  signal: AbortSignal;
};

/** How a way of handing over ended. `lost`: they were connected, but the person is gone and the customer is not. */
export type HandoverEnd = 'talked' | 'lost' | MissedOutcome;

/**
 * Hands a call to a person and tells what became of it. The customer is never left alone: whatever fails, the agent
 * comes back and is told so. Never rejects.
 */
export async function transferCall(
  desk: CallDesk,
  running: RunningCall,
  plan: TransferPlan,
  signal: AbortSignal,
): Promise<TransferOutcome> {
  const { row } = running;
  const isInbound = row.direction === 0;
  const agentNumber = isInbound ? row.toNumber : row.fromNumber;
  const customerNumber = isInbound ? row.fromNumber : row.toNumber;
  try {
    if (row.isSimulation) return await playTransfer(desk, running, plan);
    const problem = await findProblem(desk, running, plan, [agentNumber, customerNumber]);
    if (problem !== undefined) {
      running.noteNow('transfer', problem);
      return tellMissed(problem);
    }
    running.noteNow('transfer', `Handing the call over to ${plan.number}.`);
    const shownNumber = plan.showsCustomer && customerNumber !== '' ? customerNumber : agentNumber;
    const handover: Handover = { desk, running, plan, shownNumber, signal };
    const end = (plan.isWarm ? undefined : await referCustomer(handover)) ?? (await joinPerson(handover));
    return describeEnd(running, end);
  } catch (error) {
    desk.platform.log.error('A transfer failed.', { callId: row.id, error: String(error) });
    return tellMissed('It failed.');
  }
}

function describeEnd(running: RunningCall, end: HandoverEnd): TransferOutcome {
  if (end === 'talked') {
    const record = 'The customer and the person were connected.';
    running.noteNow('transfer', 'The conversation with the person is over.');
    return { told: { result: record, endReason: 'transferred' }, record };
  }
  if (end === 'lost') {
    const record = 'They were connected, but the line to the other person was lost.';
    running.noteNow('transfer', 'The line to the person was lost.');
    const result = `${record} You are on the line with the person again: say so, and offer that they are called back.`;
    return { told: { result }, record };
  }
  running.noteNow('transfer', outcomeWords[end]);
  return tellMissed(outcomeWords[end]);
}

function tellMissed(record: string): TransferOutcome {
  return { told: { result: `${record} ${backWithAgent}` }, record };
}

/** Why the call cannot be handed to this number; undefined when it can. */
async function findProblem(
  desk: CallDesk,
  { row }: RunningCall,
  { number }: TransferPlan,
  ownNumbers: readonly string[],
): Promise<string | undefined> {
  if (ownNumbers.includes(number)) return 'The number to transfer to is one of this call.';
  // VERIFY-6, as for any call that is placed.
  if (!isFictionalNumber(number)) {
    try {
      await desk.needs.accounts.checkMayCallOutside(desk.platform.db.queries, {
        workspaceId: row.workspaceId,
      });
    } catch {
      return 'Calls to other numbers are possible once the email address of the workspace is verified.';
    }
  }
  return undefined;
}
