import type { LegOutcome } from '@parley/contract/calls';
import type { EndReason } from '@parley/contract/end-reasons';

/** Outcomes of a line that was never joined with the customer's. */
export type MissedOutcome = Exclude<LegOutcome, 'connected'>;

const outcomes: Partial<Record<EndReason, MissedOutcome>> = {
  no_answer: 'no_answer',
  canceled: 'canceled',
  staff_hung_up: 'canceled',
  shut_down: 'canceled',
  busy: 'busy',
  declined: 'declined',
  customer_hung_up: 'declined',
  number_unreachable: 'unreachable',
};

/** What the end of a line that was never joined means. */
export function outcomeOf(endReason: EndReason): MissedOutcome {
  return outcomes[endReason] ?? 'failed';
}

/** What is noted and what the model is told, for people to read. */
export const outcomeWords: Readonly<Record<MissedOutcome, string>> = {
  declined: 'The call was declined.',
  no_answer: 'Nobody answered.',
  busy: 'The line is busy.',
  unreachable: 'The number is not in service.',
  voicemail: 'A voicemail answered.',
  canceled: 'It was given up.',
  failed: 'The line could not be opened.',
};

/** What the agent does when the customer is back with it: it says so and never claims more. */
export const backWithAgent =
  'You are on the line with the person again. Say plainly that nobody could take the call, and offer that they are called back, or to take a message. Do not claim that they were connected.';
