import type { EndReason } from '@parley/contract/end-reasons';
import { endReasonsOfSipStatuses } from '../../sip-statuses.ts';

export type End = { endReason: EndReason; detail: string };

/** What a call is at Twilio (https://www.twilio.com/docs/voice/api/call-resource#call-status-values). */
export const callStatuses = [
  'queued',
  'initiated',
  'ringing',
  'in-progress',
  'completed',
  'busy',
  'no-answer',
  'canceled',
  'failed',
] as const;
export type CallStatus = (typeof callStatuses)[number];

export const finalStatuses: ReadonlySet<CallStatus> = new Set([
  'completed',
  'busy',
  'no-answer',
  'canceled',
  'failed',
]);

/** Twilio's own errors (https://www.twilio.com/docs/api/errors) that are about the number that is called. */
const errors = new Map<number, EndReason>([
  // Not a valid number, not reachable, or one that no call is allowed to.
  [13_223, 'number_unreachable'],
  [13_224, 'number_unreachable'],
  [21_211, 'number_unreachable'],
  [21_214, 'number_unreachable'],
  [21_217, 'number_unreachable'],
  [32_009, 'no_answer'],
  [32_205, 'number_unreachable'],
  [32_207, 'declined'],
]);

/** What staff should know of errors that are about the account. */
const remarks = new Map<number, string>([
  [10_004, 'The account may not begin more calls a second.'],
  [13_227, 'Calls to this country are not allowed in the Twilio account (Voice, Geo Permissions).'],
  [21_210, 'The caller ID is neither a number of the account nor verified there.'],
  [21_212, 'The caller ID is not a number.'],
  [21_215, 'Calls to this country are not allowed in the Twilio account (Voice, Geo Permissions).'],
  [21_219, 'A trial account may call verified numbers only.'],
  [20_003, 'The Twilio account refuses: is it suspended or out of balance?'],
]);

/** Why a call that has come to its end did. `hadMedia`: people could talk. */
export function endReasonOfStatus(
  status: CallStatus,
  given: { hadMedia: boolean; sipResponse: number; error: number },
): End {
  const { hadMedia, sipResponse, error } = given;
  const marks = [
    `Twilio: ${status}`,
    sipResponse === 0 || sipResponse === 200 ? '' : `SIP ${sipResponse}`,
    error === 0 ? '' : `error ${error}`,
  ].filter((mark) => mark !== '');
  const detail = `${remarks.has(error) ? `${remarks.get(error)} ` : ''}(${marks.join(', ')})`;
  if (status === 'busy') return { endReason: endReasonsOfSipStatuses.get(sipResponse) ?? 'busy', detail };
  if (status === 'no-answer' || status === 'canceled') return { endReason: 'no_answer', detail };
  if (status === 'failed')
    return {
      endReason: errors.get(error) ?? endReasonsOfSipStatuses.get(sipResponse) ?? 'carrier_failed',
      detail,
    };
  return { endReason: hadMedia ? 'customer_hung_up' : 'canceled', detail };
}

/** Why a call could not be begun. */
export function endReasonOfRefusal(error: { code: number; message: string }): End {
  const remark = remarks.get(error.code);
  return {
    endReason: errors.get(error.code) ?? 'carrier_failed',
    detail: remark === undefined ? error.message : `${remark} (error ${error.code})`,
  };
}
