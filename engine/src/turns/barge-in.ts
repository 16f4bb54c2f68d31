import type { CallPolicy } from '../interfaces/call-settings.ts';
import { isBackchannel } from './backchannel.ts';
import { type CustomerTurn, isAllFinal, turnText } from './customer-turn.ts';
import type { Sound } from './sound-onset.ts';

/** Whether the customer has spoken over the agent for long enough to make it fall silent. */
export function isBargeIn(speechMs: number, policy: Pick<CallPolicy, 'bargeInMs'>): boolean {
  return speechMs >= policy.bargeInMs;
}

/**
 * Whether a sound has just begun that could be the start of a word: the agent holds its breath for it. A click
 * is too short, and what goes on for longer was looked at before.
 */
export function isOnset(sound: Sound, policy: Pick<CallPolicy, 'bargeInMs'>): boolean {
  const { bargeInMs } = policy;
  const isNew = sound.soundMs >= bargeInMs && sound.soundMs < bargeInMs + onsetWindowMs;
  return isNew && sound.loudMs >= bargeInMs * loudShare;
}

/** How long sounds are ignored after the agent held its breath for nothing, so many times in a row. */
export function onsetPauseMs(falseOnsets: number): number {
  return Math.min(longestOnsetPauseMs, shortestOnsetPauseMs * 2 ** (falseOnsets - 1));
}

/** Within this time of the pause the detector must have found speech in the sound. */
export const confirmWaitMs = 400;

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

const onsetWindowMs = 60;
/** Two loud frames are a click or a keystroke, three of the first four may be a word. */
const loudShare = 0.65;
const shortestOnsetPauseMs = 2000;
const longestOnsetPauseMs = 60_000;
