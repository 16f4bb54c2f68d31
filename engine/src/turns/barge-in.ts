import type { CallPolicy } from '../interfaces/call-settings.ts';
import { isBackchannel } from './backchannel.ts';
import { type CustomerTurn, isAllFinal, turnText } from './customer-turn.ts';

/** Whether the customer has spoken over the agent for long enough to make it fall silent. */
export function isBargeIn(speechMs: number, policy: Pick<CallPolicy, 'bargeInMs'>): boolean {
  return speechMs >= policy.bargeInMs;
}

/**
 * What a sound over the agent was.
 * words: the customer wants the floor. backchannel: they only listen. noise: no words at all.
 * undecided: it goes on, or is still being recognised.
 */
export type OverlapDecision = 'words' | 'backchannel' | 'noise' | 'undecided';

/**
 * Judges a sound made over the agent. Words decide at once; everything else only when the sound is over
 * for `resumeAfterMs`, and for as long as the recogniser may take.
 */
export function decideOverlap(options: {
  turn: CustomerTurn | null;
  isSpeech: boolean;
  silenceMs: number;
  finalWaitMs: number;
  policy: Pick<CallPolicy, 'resumeAfterMs'>;
}): OverlapDecision {
  const { turn, silenceMs, policy } = options;
  const text = turnText(turn);
  const isListening = text !== '' && isBackchannel(text);
  if (text !== '' && !isListening) return 'words';
  if (options.isSpeech || silenceMs < policy.resumeAfterMs) return 'undecided';
  const isRecognised = !turn || isAllFinal(turn);
  if (!isRecognised && silenceMs < options.finalWaitMs) return 'undecided';
  return isListening ? 'backchannel' : 'noise';
}
