/**
 * Why the line went dead. One row a reason: who caused it, whether the contact may be called again
 * for it, the label staff read, and what it maps to in `disconnection_reason` of the call log (CALLS-8).
 */
export type EndedBy = 'customer' | 'agent' | 'staff' | 'carrier' | 'provider' | 'us';

type EndReasonRow = {
  by: EndedBy;
  mayRedial: boolean;
  label: string;
  disconnectionReason: 'completed' | 'agent_hangup' | 'user_hangup' | 'unknown';
  /** `ended` when people talked, or could have: the call log shows it as Successful. */
  callStatus: 'ended' | 'failed';
};

export const endReasons = {
  customer_hung_up: {
    by: 'customer',
    mayRedial: false,
    label: 'Customer hung up',
    disconnectionReason: 'user_hangup',
    callStatus: 'ended',
  },
  agent_hung_up: {
    by: 'agent',
    mayRedial: false,
    label: 'Agent ended the call',
    disconnectionReason: 'agent_hangup',
    callStatus: 'ended',
  },
  goodbye: {
    by: 'agent',
    mayRedial: false,
    label: 'Ended after goodbye',
    disconnectionReason: 'completed',
    callStatus: 'ended',
  },
  transferred: {
    by: 'agent',
    mayRedial: false,
    label: 'Transferred to a person',
    disconnectionReason: 'completed',
    callStatus: 'ended',
  },
  staff_hung_up: {
    by: 'staff',
    mayRedial: false,
    label: 'Ended by your team',
    disconnectionReason: 'agent_hangup',
    callStatus: 'ended',
  },
  silence: {
    by: 'agent',
    mayRedial: false,
    label: 'Ended after silence',
    disconnectionReason: 'agent_hangup',
    callStatus: 'ended',
  },
  max_duration: {
    by: 'agent',
    mayRedial: false,
    label: 'Reached the longest duration',
    disconnectionReason: 'agent_hangup',
    callStatus: 'ended',
  },
  voicemail: {
    by: 'agent',
    mayRedial: true,
    label: 'Voicemail',
    disconnectionReason: 'agent_hangup',
    callStatus: 'ended',
  },
  screened: {
    by: 'customer',
    mayRedial: true,
    label: 'Screened, not put through',
    disconnectionReason: 'user_hangup',
    callStatus: 'ended',
  },
  no_answer: {
    by: 'customer',
    mayRedial: true,
    label: 'No answer',
    disconnectionReason: 'unknown',
    callStatus: 'failed',
  },
  busy: {
    by: 'customer',
    mayRedial: true,
    label: 'Busy',
    disconnectionReason: 'unknown',
    callStatus: 'failed',
  },
  declined: {
    by: 'customer',
    mayRedial: true,
    label: 'Declined',
    disconnectionReason: 'unknown',
    callStatus: 'failed',
  },
  canceled: {
    by: 'customer',
    mayRedial: true,
    label: 'Hung up before the answer',
    disconnectionReason: 'user_hangup',
    callStatus: 'failed',
  },
  number_unreachable: {
    by: 'carrier',
    mayRedial: false,
    label: 'Number not in service',
    disconnectionReason: 'unknown',
    callStatus: 'failed',
  },
  carrier_failed: {
    by: 'carrier',
    mayRedial: true,
    label: 'Carrier failed',
    disconnectionReason: 'unknown',
    callStatus: 'failed',
  },
  media_lost: {
    by: 'carrier',
    mayRedial: true,
    label: 'Audio was lost',
    disconnectionReason: 'unknown',
    callStatus: 'ended',
  },
  provider_failed: {
    by: 'provider',
    mayRedial: true,
    label: 'Speech or language provider failed',
    disconnectionReason: 'unknown',
    callStatus: 'failed',
  },
  at_limit: {
    by: 'us',
    mayRedial: true,
    label: 'All lines were busy',
    disconnectionReason: 'unknown',
    callStatus: 'failed',
  },
  shut_down: {
    by: 'us',
    mayRedial: true,
    label: 'Service was stopped',
    disconnectionReason: 'unknown',
    callStatus: 'ended',
  },
  process_died: {
    by: 'us',
    mayRedial: true,
    label: 'Service failed during the call',
    disconnectionReason: 'unknown',
    callStatus: 'failed',
  },
  internal_error: {
    by: 'us',
    mayRedial: true,
    label: 'Internal error',
    disconnectionReason: 'unknown',
    callStatus: 'failed',
  },
} as const satisfies Record<string, EndReasonRow>;

export type EndReason = keyof typeof endReasons;
export const endReasonIds = Object.keys(endReasons) as EndReason[];
