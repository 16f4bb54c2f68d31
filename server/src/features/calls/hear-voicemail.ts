import type { CallTurn } from '@parley/contract/calls';

/** What only machines say. */
const certain =
  /\b(?:after|at|following) the (?:tone|beep|signal)\b|\brecord your (?:message|name)\b|\bvoice ?mail(?:box)? (?:of|for|service|system)\b|\bforwarded to (?:a |an )?(?:automat\w+ )?(?:voice ?mail|voice messag\w+)|\b(?:the )?(?:person|number|customer|subscriber|party) (?:that )?you (?:have|are|'re) (?:called|calling|dialed|dialled|trying to reach)\b[^?]*\b(?:not available|unavailable|cannot|can't|not answering)/i;
/** What people of an office say too, but as a question. */
const likely =
  /\bleave (?:a|your|me a|us a) (?:\w+ )?(?:message|name)\b|\byou(?: have|'ve) reached\b[^?]*\b(?:cannot|can't|can not|unable to|not able to|not available|unavailable|not here|not in|away)\b|\b(?:cannot|can't|can not|unable to) (?:take|answer|come to) (?:your call|the (?:tele)?phone)\b/i;

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
  return certain.test(text) || text.split(/(?<=[.!?])\s+/).some((sentence) => saysMachine(sentence));
}

function saysMachine(sentence: string): boolean {
  return (
    likely.test(sentence) &&
    !/\?\s*$|\b(?:like|want|wish|care|can you|shall) (?:me )?(?:to )?(?:leave|take)\b/i.test(sentence)
  );
}
