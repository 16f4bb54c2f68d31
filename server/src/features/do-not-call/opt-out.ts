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
  // The other languages that agents speak. Whole sentences that mean nothing else in another of them.
  /\b(?:rufen\s+sie|rufe?|ruft)\s+(?:mich|uns|hier)\s+(?:bitte\s+)?(?:nicht\s+(?:mehr|wieder)|nie\s+(?:mehr|wieder))\s+an\b/i,
  /\bnicht\s+mehr\s+(?:anrufen|angerufen\s+werden)\b|\bnehmen\s+sie\s+mich\s+(?:bitte\s+)?(?:von|aus)\s+(?:der|ihrer)\s+liste\b/i,
  /\bno\s+(?:me|nos)\s+(?:vuelvan?\s+a\s+llamar|llamen?\s+(?:más|nunca\s+más))\b|\bquít(?:e|en)me\s+de\s+(?:la|su)\s+lista\b/i,
  /\bne\s+(?:me|nous)\s+(?:r?appelez|téléphonez)\s+(?:plus|jamais)\b|\b(?:retirez|enlevez|supprimez)[-\s]moi\s+de\s+(?:la|votre)\s+liste\b/i,
  /\bnon\s+(?:mi|ci)\s+(?:ri)?chiam(?:i|ate)\s+(?:mai\s+)?più(?!\p{L})|\b(?:mi\s+tolga|toglietemi|mi\s+cancelli)\s+dalla\s+(?:vostra\s+)?lista\b/iu,
  /\bnão\s+(?:me|nos)\s+(?:liguem?|telefonem?)\s+(?:nunca\s+)?mais\b|\b(?:tirem?|retirem?|removam?)-me\s+da\s+(?:sua\s+|vossa\s+)?lista\b/i,
  /\bbelt?\s+(?:u\s+)?(?:mij|me|ons)\s+(?:alstublieft\s+)?niet\s+(?:meer|weer)\b|\bhaal(?:t\s+u)?\s+(?:mij|me)\s+van\s+(?:de|uw|jullie)\s+lijst\b/i,
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
