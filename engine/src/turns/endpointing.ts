import type { CallPolicy } from '../interfaces/call-settings.ts';
import { isFinished, isUnfinished } from './completeness.ts';
import { type CustomerTurn, isAllFinal, turnText } from './customer-turn.ts';

/**
 * wait: the customer may go on, or their words are still being recognised.
 * over: the turn is complete, with these words.
 * empty: there were no words in it.
 * overdue: the recogniser is late and had no word so far; the floor is free, a late text still counts.
 */
export type EndpointDecision =
  | { type: 'wait' }
  | { type: 'over'; text: string }
  | { type: 'empty' | 'overdue' };

type EndpointPolicy = Pick<CallPolicy, 'endpointingMs' | 'finishedEndpointingMs' | 'unfinishedEndpointingMs'>;

/**
 * Decides whether the customer's turn is over. `silenceMs` counts from the last voiced frame in media
 * time: the one anchor for the policy's silence and for the recogniser's time to answer alike.
 */
export function decideEndpoint(options: {
  turn: CustomerTurn;
  isSpeech: boolean;
  silenceMs: number;
  finalWaitMs: number;
  policy: EndpointPolicy;
}): EndpointDecision {
  const { turn, silenceMs, policy } = options;
  if (options.isSpeech) return { type: 'wait' };
  const text = turnText(turn);
  const isFinal = isAllFinal(turn);
  if (isFinal && text === '') return { type: 'empty' };
  const pauseMs = pauseFor(text, policy);
  if (isFinal) return silenceMs >= pauseMs ? { type: 'over', text } : { type: 'wait' };
  if (silenceMs < Math.max(pauseMs, options.finalWaitMs)) return { type: 'wait' };
  return text === '' ? { type: 'overdue' } : { type: 'over', text };
}

function pauseFor(text: string, policy: EndpointPolicy): number {
  if (isUnfinished(text)) return policy.unfinishedEndpointingMs;
  return isFinished(text) ? policy.finishedEndpointingMs : policy.endpointingMs;
}
