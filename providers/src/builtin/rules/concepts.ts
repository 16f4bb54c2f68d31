import { stemOf } from './words.ts';

/**
 * Words staff and customers use for the same thing. The first of each row names the concept; a question
 * about one is answered by a fact about any other of its row.
 */
const rows: readonly string[] = [
  'hours open opening close closing closed hour times schedule business weekdays weekend',
  'price prices cost costs fee fees charge charges rate rates pricing expensive cheap amount pay quote',
  'address location located street where directions based situated find',
  'phone telephone number reach callback contact',
  'email mail e-mail',
  'park parking car garage lot',
  'appointment appointments booking book reservation reserve slot visit reschedule',
  'service services offer offers provide treatment treatments product products sell selling sells specialize',
  'payment pay card cash cheque credit visa mastercard invoice installments',
  'insurance insured insurer coverage cover plan',
  'delivery deliver shipping ship dispatch arrive shipment',
  'return returns refund refunds exchange money-back',
  'cancel cancellation cancelling',
  'website site web online internet homepage',
  'emergency urgent emergencies pain',
  'doctor dentist physician specialist practitioner',
  'owner founder boss manager director',
  'discount discounts promotion coupon special deal sale',
  'warranty guarantee guaranteed',
  'wait waiting duration',
  'holiday holidays christmas easter thanksgiving vacation',
  'child children kids kid pediatric',
  'language languages spanish english speak',
  'wheelchair accessible accessibility elevator disabled',
  'menu food dish dishes eat vegetarian vegan',
  'room rooms suite bed check-in check-out',
];

const conceptByStem = new Map<string, Set<string>>();
for (const row of rows) {
  const words = row.split(' ');
  for (const word of words) {
    const stem = stemOf(word);
    const concepts = conceptByStem.get(stem) ?? new Set();
    conceptByStem.set(stem, concepts.add(`#${words[0]}`));
  }
}

/** What a stem may be about, beside itself: names such as `#price`. */
export function conceptsOf(stem: string): ReadonlySet<string> {
  return conceptByStem.get(stem) ?? none;
}

const none: ReadonlySet<string> = new Set();

/** Every stem the table knows: a vocabulary for words a recogniser got almost right. */
export const conceptStems: ReadonlySet<string> = new Set(conceptByStem.keys());

/** What the shape of a question asks for, whatever its words. */
export function questionConcepts(plain: string): string[] {
  const asked: string[] = [];
  if (/\bhow much\b/.test(plain)) asked.push('#price');
  if (/\b(?:when|what time|which days?|what days?|how late|until when)\b/.test(plain)) asked.push('#hours');
  if (/\b(?:where|which street|how do i (?:get|come))\b/.test(plain)) asked.push('#address');
  if (/\b(?:what do you (?:do|offer|sell)|what can you do)\b/.test(plain)) asked.push('#service');
  if (/\b(?:how can i (?:reach|call)|which number|what number)\b/.test(plain)) asked.push('#phone');
  return asked;
}

/** What a fact is about by its shape: an amount of money, a time of day, a street number. */
export function factShapes(text: string): string[] {
  const shapes: string[] = [];
  if (/[$€£]\s?\d|\d\s?(?:dollars|euros|pounds|usd|eur|percent|%)|\bfree\b/i.test(text))
    shapes.push('#price');
  if (
    /\d\s?(?:am|pm|a\.m\.|p\.m\.|o'clock)\b|\d:\d\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b24\/7\b|\bnoon\b/i.test(
      text,
    )
  )
    shapes.push('#hours');
  if (
    /\b\d+ [\w ]{2,25}\b(?:street|st|avenue|ave|road|rd|lane|square|boulevard|drive|way|plaza)\b/i.test(text)
  )
    shapes.push('#address');
  if (/\+?\d[\d ()-]{7,}\d/.test(text)) shapes.push('#phone');
  if (/\w@\w/.test(text)) shapes.push('#email');
  return shapes;
}
