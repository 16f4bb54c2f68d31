import type { Disposition, Sentiment } from '@parley/contract/calls';
import type { CallMessage } from '../../vendor.ts';

const outcomes: Readonly<Record<Disposition, string>> = {
  completed: ':white_check_mark: Completed',
  appointment_booked: ':calendar: Appointment booked',
  callback_requested: ':telephone_receiver: Callback requested',
  transferred: ':arrow_right_hook: Transferred',
  not_interested: ':no_entry_sign: Not interested',
  wrong_number: ':grey_question: Wrong number',
  do_not_call: ':octagonal_sign: Do not call again',
  voicemail: ':mailbox_with_mail: Voicemail',
  no_conversation: ':speech_balloon: No conversation',
  not_reached: ':no_bell: Not reached',
};
const moods: Readonly<Record<Sentiment, string>> = {
  positive: 'Positive',
  negative: 'Negative',
  neutral: 'Neutral',
  unknown: 'Unknown',
};
/** A section's text may have 3,000 characters (https://api.slack.com/reference/block-kit/blocks#section). */
const textLimit = 2_900;

/** A call as blocks, and as the plain line that notifications show. */
export function describeCall({ call, callUrl, productName, showsFullNumbers }: CallMessage): {
  text: string;
  blocks: object[];
} {
  const customer = call.direction === 'inbound' ? call.from_number : call.to_number;
  const outcome = call.disposition === null ? 'Ended' : outcomes[call.disposition];
  const number = showsFullNumbers ? customer || 'withheld' : maskNumber(customer);
  const direction = call.direction === 'inbound' ? 'Incoming call' : 'Outgoing call';
  const field = (label: string, value: string) => ({
    type: 'mrkdwn',
    text: `*${label}*\n${escapeText(value)}`,
  });
  return {
    text: `${outcome.replace(/^:\w+: /, '')}: ${escapeText(call.agent_name)}, ${number}`,
    blocks: [
      {
        type: 'section',
        text: { type: 'mrkdwn', text: `*${outcome}*${call.is_test ? ' (test call)' : ''}` },
      },
      {
        type: 'section',
        fields: [
          field('Agent', call.agent_name.slice(0, 200)),
          field(direction, number),
          field('Duration', formatDuration(call.duration_ms)),
          field('Sentiment', moods[call.sentiment ?? 'unknown']),
        ],
      },
      ...(call.summary === ''
        ? []
        : [
            { type: 'section', text: { type: 'mrkdwn', text: escapeText(call.summary).slice(0, textLimit) } },
          ]),
      {
        type: 'context',
        elements: [{ type: 'mrkdwn', text: `<${callUrl}|Open the call in ${escapeText(productName)}>` }],
      },
    ],
  };
}

/** Hides all but the last four digits, which staff know their customers by. */
export function maskNumber(number: string): string {
  const digits = number.replace(/\D/g, '');
  return digits === '' ? 'withheld' : `••• ${digits.slice(-4)}`;
}

/** m:ss. */
function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The three characters that mean something in the vendor's markup: no summary can mention a channel or hide a link. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
