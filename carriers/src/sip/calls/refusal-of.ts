import type { EndReason } from '@parley/contract/end-reasons';
import type { OfferDecision } from '../../carrier.ts';

type Because = Extract<OfferDecision, { answer: false }>['because'];

/** What a caller hears and the call log says when the server does not take a call. */
const refusals: Record<Because, { status: number; retryAfterSeconds?: number; endReason: EndReason }> = {
  unknown_number: { status: 404, endReason: 'number_unreachable' },
  no_agent: { status: 480, endReason: 'number_unreachable' },
  // Busy and not 503: carriers take 503 for a broken gateway and stop using the trunk (RFC 3261 section 21.5.4).
  at_limit: { status: 486, retryAfterSeconds: 30, endReason: 'at_limit' },
  shutting_down: { status: 503, retryAfterSeconds: 30, endReason: 'shut_down' },
  // Loop Detected: the same request came by several ways (RFC 3261 section 8.2.2.2).
  taken: { status: 482, endReason: 'canceled' },
  failed: { status: 500, endReason: 'internal_error' },
};

export function refusalOf(because: Because) {
  return refusals[because];
}
