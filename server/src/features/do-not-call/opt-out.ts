/**
 * How people ask not to be called again. Each way names the calling or the list, so that "stop" alone, said to
 * interrupt, is none. What only a reader can tell ("lose my number, mate") the analysis after the call finds.
 */
const refusals: readonly RegExp[] = [
  /\b(?:take|remove|delete|cross|strike|scratch)\s+(?:me|my\s+(?:name|number|phone(?:\s+number)?))\s+(?:off|from|out\s+of)\b(?!\s+(?:hold|speaker|mute))/i,
  /\b(?:do not|don['’]?t|never|stop|quit|please stop)\s+(?:ever\s+)?(?:call(?:ing)?|phon(?:e|ing)|contact(?:ing)?|ring(?:ing)?|dial(?:ing|ling)?)\s+(?:me|us|this\s+number|my\s+(?:number|phone)|here|again|any\s?more)\b/i,
  /\bstop\s+calling\b/i,
  /\b(?:put|add)\s+(?:me|my\s+number|this\s+number)\s+(?:on|to)\s+(?:your|the)\s+do[- ]not[- ]call\b/i,
  /\bdo[- ]not[- ]call\s+list\b/i,
  /\b(?:un\s?subscribe|opt)\s*(?:me|us)?(?:\s*-?out)\b|\bunsubscribe\b/i,
  /\b(?:lose|delete|forget)\s+(?:my|this)\s+number\b/i,
  /\b(?:no|not)\s+(?:more|any\s+more)\s+(?:phone\s+)?calls\b/i,
];

/** Wishes for another time, and doubts, that hold the same words. */
const exceptions =
  /\b(?:don['’]?t|do not)\s+call\s+me\s+(?:before|until|till|at|on|in|after|today|tomorrow|now|back\s+(?:before|until)|between|while|during|sir|ma['’]?am|by)\b|\bwhy\s+(?:don['’]?t|do not)\s+you\b|\bdid\s?n['’]?o?t\s+stop\b/i;

/** The words with which somebody asks not to be called again; undefined where they do not. */
export function findOptOut(said: string): string | undefined {
  const text = said.replace(/\s+/g, ' ').trim();
  if (!refusals.some((refusal) => refusal.test(text))) return undefined;
  const rest = text.replace(exceptions, ' ');
  return refusals.some((refusal) => refusal.test(rest)) ? text.slice(0, 300) : undefined;
}

/** The key that the disclosure offers for it. */
export const optOutKey = '9';
