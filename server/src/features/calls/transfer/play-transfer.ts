import type { TransferOutcome, TransferPlan } from '../../functions/index.ts';
import type { CallDesk } from '../call-desk.ts';
import type { RunningCall } from '../running-call.ts';
import { briefingOfCall } from './briefing-of-call.ts';

const record = 'Nobody was rung: this is a simulation.';

/** What the agent does in a simulation when it has handed nobody over: the conversation goes on. */
const goOn =
  'Tell the person that in a real call they would be put through now, and ask what else they would like to try. Do not claim that they were connected.';

/**
 * A transfer in a simulation: nobody is rung, and the conversation goes on. Its notes say what a real call would do now:
 * who is rung, how the customer is handed over, and what is said to the person.
 */
export async function playTransfer(
  desk: CallDesk,
  running: RunningCall,
  plan: TransferPlan,
): Promise<TransferOutcome> {
  const { workspaceId } = running.row;
  const shown = plan.showsCustomer ? 'the number of the customer' : 'the number of the agent';
  const steps = [
    `A simulation rings nobody. In a real call ${plan.number} would be rung now, and see ${shown}.`,
    plan.isWarm
      ? `The transfer is warm: the customer would hear music, and the person would be told first: “${await briefingOfCall(desk, running, plan.summary)}” With 1 or yes they would take the call; else the agent would come back.`
      : 'The transfer is cold: the customer would be put through at once.',
    ...(desk.carriers.findFor(plan.number, workspaceId) === undefined
      ? ['No phone network that is connected reaches this number: connect one, or the transfer fails.']
      : []),
  ];
  running.noteNow('transfer', steps.join(' '));
  return { told: { result: `${record} ${goOn}` }, record };
}
