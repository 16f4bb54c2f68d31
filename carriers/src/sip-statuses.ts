import type { EndReason } from '@parley/contract/end-reasons';

/** Final statuses of an INVITE (RFC 3261 section 21; 607 RFC 8197, 608 RFC 8688). All others: the carrier failed. */
export const endReasonsOfSipStatuses: ReadonlyMap<number, EndReason> = new Map<number, EndReason>([
  [403, 'declined'],
  [404, 'number_unreachable'],
  [408, 'no_answer'],
  [410, 'number_unreachable'],
  [480, 'no_answer'],
  [484, 'number_unreachable'],
  [485, 'number_unreachable'],
  [486, 'busy'],
  [487, 'no_answer'],
  [600, 'busy'],
  [603, 'declined'],
  [604, 'number_unreachable'],
  [607, 'declined'],
  [608, 'declined'],
]);
