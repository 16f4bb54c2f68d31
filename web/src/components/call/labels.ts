import type { CallLog, CallState, Disposition } from '@parley/contract/calls';
import { formatCallLogNumber } from '@parley/contract/phone';

/** CALLS-8: sentiments have three colours, and grey. */
export function sentimentColor(sentiment: string): string {
  const colors: Record<string, string> = { positive: 'pine', negative: 'red', neutral: 'blue' };
  return colors[sentiment.toLowerCase()] ?? 'gray';
}

/** CALLS-8: the words for `disconnection_reason`. */
export function disconnectLabel(reason: string): string {
  const labels: Record<string, string> = {
    completed: 'Call Completed',
    agent_hangup: 'Agent Hangup',
    user_hangup: 'User Hangup',
  };
  return labels[reason] ?? 'Unknown';
}

/** CALLS-8: `ended` is Successful, green; running calls say so; anything else Failed, red. */
export function callStatus(status: string): { label: string; color: string } {
  if (status === 'ended') return { label: 'Successful', color: 'pine' };
  if (status === runningStatus) return { label: 'In progress', color: 'coral' };
  return { label: 'Failed', color: 'red' };
}

/** `call_status` of a call that has not ended. */
export const runningStatus = 'ongoing';

/** What a running call is doing. */
export const stateLabels: Record<CallState, string> = {
  queued: 'Dialling',
  ringing: 'Ringing',
  talking: 'Talking',
  ended: 'Ended',
};

/** The number of one side of a call; of a simulation, what the customer's side was instead. */
export function numberLabel(
  call: Pick<CallLog, 'direction' | 'from_number' | 'to_number' | 'is_simulation'>,
  side: 'from' | 'to',
): string {
  const number = side === 'from' ? call.from_number : call.to_number;
  if (!call.is_simulation) return formatCallLogNumber(number);
  if (side === customerSide(call)) return 'Simulation';
  return number === '' ? '–' : formatCallLogNumber(number);
}

/** Where the customer's number stands. */
export function customerSide({ direction }: Pick<CallLog, 'direction'>): 'from' | 'to' {
  return direction === 0 ? 'from' : 'to';
}

/** CALLS-2: 0 is inbound, anything else outbound. */
export function directionLabel(direction: number): 'Inbound' | 'Outbound' {
  return direction === 0 ? 'Inbound' : 'Outbound';
}

/** What a call meant for the contact, in words for staff. */
export const dispositionLabels: Record<Disposition, string> = {
  completed: 'Completed',
  appointment_booked: 'Appointment booked',
  callback_requested: 'Callback requested',
  transferred: 'Transferred',
  not_interested: 'Not interested',
  wrong_number: 'Wrong number',
  do_not_call: 'Do not call',
  voicemail: 'Voicemail',
  no_conversation: 'No conversation',
  not_reached: 'Not reached',
};
