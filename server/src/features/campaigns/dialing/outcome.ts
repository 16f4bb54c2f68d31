import type { Disposition } from '@parley/contract/calls';
import type { ContactReason, ContactState } from '@parley/contract/campaign-rules';
import { type EndReason, endReasons } from '@parley/contract/end-reasons';
import { findRetry, findRetryAfterOwnFault, type RetryKind, type RetryRules } from './retry.ts';

export type EndedAttempt = {
  endReason: EndReason;
  /** Somebody, or a machine, picked up. */
  isAnswered: boolean;
  /** Attempts made so far, this one included. */
  attempts: number;
  rules: RetryRules;
  nowMs: number;
};

/** What becomes of the contact. `nextAtMs` stands exactly where it waits. */
export type Outcome = {
  state: Extract<ContactState, 'waiting' | 'done' | 'failed' | 'do_not_call'>;
  reason: ContactReason;
  nextAtMs: number | null;
};

/** Ended before a phone rang, or by our own doing: it says nothing about the person. */
const ownFaults: ReadonlySet<EndReason> = new Set([
  'at_limit',
  'shut_down',
  'process_died',
  'internal_error',
  'staff_hung_up',
]);

const retryReasons = {
  busy: 'retry_busy',
  no_answer: 'retry_no_answer',
  voicemail: 'retry_voicemail',
  failed: 'retry_failed',
} as const satisfies Record<RetryKind, ContactReason>;

const finalReasons = {
  busy: 'busy',
  no_answer: 'no_answer',
  voicemail: 'voicemail',
  failed: 'call_failed',
} as const satisfies Record<RetryKind, ContactReason>;

/** What the end of a call means for the contact: it was reached, is called again, or is given up. */
export function decideOutcome(attempt: EndedAttempt): Outcome {
  const { endReason, isAnswered } = attempt;
  if (endReason === 'number_unreachable') return finalOutcome('failed', 'unreachable');
  if (endReason === 'voicemail') return retryOrGiveUp('voicemail', attempt);
  if (isAnswered && !endReasons[endReason].mayRedial) return finalOutcome('done', 'talked');
  if (!isAnswered && ownFaults.has(endReason)) {
    const nextAtMs = findRetryAfterOwnFault(attempt);
    return nextAtMs === undefined ? finalOutcome('failed', 'call_failed') : waiting('retry_failed', nextAtMs);
  }
  return retryOrGiveUp(kindOf(endReason), attempt);
}

/**
 * What the analysis of the call adds, minutes later perhaps: undefined where it changes nothing. A wish not to be
 * called holds for good; a machine taken for a person is called again as voicemail is; who asked for it is called back.
 */
export function decideAfterAnalysis(
  disposition: Disposition,
  attempt: Omit<EndedAttempt, 'endReason' | 'isAnswered'> & { state: ContactState; reason: ContactReason },
): Outcome | undefined {
  if (disposition === 'do_not_call') return finalOutcome('do_not_call', 'opted_out');
  if (attempt.state !== 'done' || attempt.reason !== 'talked') return undefined;
  if (disposition === 'voicemail') return retryOrGiveUp('voicemail', attempt);
  if (disposition !== 'callback_requested') return undefined;
  const nextAtMs = findRetry('no_answer', attempt);
  return nextAtMs === undefined ? undefined : waiting('callback', nextAtMs);
}

/** A person came to the phone: no mailbox, no call assistant. */
export function isAnsweredByPerson({
  endReason,
  isAnswered,
}: Pick<EndedAttempt, 'endReason' | 'isAnswered'>): boolean {
  return isAnswered && endReason !== 'voicemail' && endReason !== 'screened';
}

/** A person answered and nobody spoke with them: what 16 CFR 310.4 (b)(4) calls an abandoned call. */
export function isAbandoned({
  endReason,
  isAnswered,
}: Pick<EndedAttempt, 'endReason' | 'isAnswered'>): boolean {
  return isAnswered && ['at_limit', 'provider_failed', 'internal_error', 'shut_down'].includes(endReason);
}

/** The call failed for a technical reason: what the circuit breaker and the pace look at. */
export function isTechnicalFailure(endReason: EndReason): boolean {
  return ['carrier_failed', 'media_lost', 'provider_failed', 'internal_error'].includes(endReason);
}

function kindOf(endReason: EndReason): RetryKind {
  if (endReason === 'busy') return 'busy';
  return ['customer', 'agent'].includes(endReasons[endReason].by) ? 'no_answer' : 'failed';
}

function retryOrGiveUp(
  kind: RetryKind,
  attempt: Pick<EndedAttempt, 'attempts' | 'rules' | 'nowMs'>,
): Outcome {
  const nextAtMs = findRetry(kind, attempt);
  return nextAtMs === undefined
    ? finalOutcome('failed', finalReasons[kind])
    : waiting(retryReasons[kind], nextAtMs);
}

function waiting(reason: ContactReason, nextAtMs: number): Outcome {
  return { state: 'waiting', reason, nextAtMs };
}

function finalOutcome(state: 'done' | 'failed' | 'do_not_call', reason: ContactReason): Outcome {
  return { state, reason, nextAtMs: null };
}
