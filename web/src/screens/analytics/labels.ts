import type { Disposition, Sentiment } from '@parley/contract/calls';

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

export const sentimentLabels: Record<Sentiment, string> = {
  positive: 'Positive',
  neutral: 'Neutral',
  negative: 'Negative',
  unknown: 'Unknown',
};
