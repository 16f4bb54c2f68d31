import type { EndReason } from '@parley/contract/end-reasons';
import { endReasonsOfSipStatuses } from '../../sip-statuses.ts';
import type { SipHeaders } from '../message/headers.ts';

export type End = { endReason: EndReason; detail: string };

/** Causes of ITU-T Q.850 section 2.2.7 that say more than a status does. 16 and 31 say nothing. */
const causes = new Map<number, EndReason>([
  [1, 'number_unreachable'],
  [2, 'number_unreachable'],
  [3, 'number_unreachable'],
  [17, 'busy'],
  [18, 'no_answer'],
  [19, 'no_answer'],
  [20, 'no_answer'],
  [21, 'declined'],
  [22, 'number_unreachable'],
  [27, 'carrier_failed'],
  [28, 'number_unreachable'],
  [34, 'carrier_failed'],
  [38, 'carrier_failed'],
  [41, 'carrier_failed'],
  [42, 'carrier_failed'],
  [44, 'carrier_failed'],
  [47, 'carrier_failed'],
  [102, 'no_answer'],
]);

/** What people should read beside a status that is not about the customer. */
const remarks = new Map<number, string>([
  [401, 'The trunk refused the user name or password.'],
  [407, 'The trunk refused the user name or password.'],
  [488, 'The trunk takes none of our codecs.'],
  [606, 'The trunk takes none of our codecs.'],
]);

/** Why an outbound call failed. The Q.850 cause decides where there is one (RFC 3326). */
export function endReasonOfFailure(status: number, headers: SipHeaders): End {
  const cause = findCause(headers);
  const endReason = causes.get(cause ?? 0) ?? endReasonsOfSipStatuses.get(status) ?? 'carrier_failed';
  const remark =
    status >= 300 && status < 400
      ? 'The trunk redirected the call to another address, which is not followed.'
      : remarks.get(status);
  const parts = [`SIP ${status}`, cause === undefined ? '' : `Q.850 cause ${cause}`].filter(
    (part) => part !== '',
  );
  return { endReason, detail: `${remark === undefined ? '' : `${remark} `}(${parts.join(', ')})` };
}

/** Why the far end closed a call that stood: the customer, unless the network says that it failed. */
export function endReasonOfBye(headers: SipHeaders): End {
  const cause = findCause(headers);
  const hasFailed = cause !== undefined && causes.get(cause) === 'carrier_failed';
  return {
    endReason: hasFailed ? 'carrier_failed' : 'customer_hung_up',
    detail: cause === undefined ? 'BYE' : `BYE (Q.850 cause ${cause})`,
  };
}

function findCause(headers: SipHeaders): number | undefined {
  for (const reason of headers.list('reason')) {
    const match = /^\s*Q\.850\s*;(?:.*;)?\s*cause\s*=\s*(\d{1,3})/i.exec(reason);
    if (match) return Number(match[1]);
  }
  return undefined;
}
