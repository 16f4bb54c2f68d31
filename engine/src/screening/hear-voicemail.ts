import type { CallTurn } from '@parley/contract/calls';
import { plainWords } from './plain-words.ts';
import { offersToTakeMessage, voicemailGreetings } from './voicemail-greetings.ts';

/** Turns of the other side that are listened to: a machine speaks at once. */
export const openingTurns = 2;

/**
 * Whether these words of whoever answered are a machine's: its announcement, cut off or whole. In doubt it is a person: of
 * "Would you like to leave a message?" nobody hangs up on the one who asks.
 */
export function soundsLikeVoicemail({
  speaker,
  by,
  text,
}: Pick<CallTurn, 'speaker' | 'by' | 'text'>): boolean {
  if (speaker !== 'customer' || by !== 'speech') return false;
  // A question ends what a pattern may span; a full stop does not, as announcements are cut anywhere.
  const parts = text.split(/(?<=\?)/).map(plainWords);
  return (
    parts.some((part) => voicemailGreetings.some(({ certain }) => certain.test(part))) ||
    text.split(/(?<=[.!?])\s+/).some((sentence) => saysMachine(sentence))
  );
}

function saysMachine(sentence: string): boolean {
  if (/\?\s*$/.test(sentence)) return false;
  const words = plainWords(sentence);
  return !offersToTakeMessage.test(words) && voicemailGreetings.some(({ likely }) => likely.test(words));
}
