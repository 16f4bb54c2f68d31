import type { CallNote, CallTurn } from '@parley/contract/calls';
import type { EndReason } from '@parley/contract/end-reasons';

/**
 * What a live call tells its owner, once each, in order. `atMs` is media time since the answer.
 * A turn is told when it is over; `turn.committed` is what goes to the call log for good.
 */
export type CallEvent =
  | { type: 'speaking'; speaker: 'agent' | 'customer' | 'nobody'; atMs: number }
  | { type: 'partial'; speaker: 'agent' | 'customer'; text: string; atMs: number }
  | { type: 'turn.committed'; turn: Omit<CallTurn, 'id'>; atMs: number }
  | { type: 'note'; note: CallNote; atMs: number }
  /** The engine wants the line closed. Nothing comes after it. */
  | { type: 'ended'; endReason: EndReason; atMs: number };
