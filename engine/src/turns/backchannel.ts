/**
 * Whether words only show that somebody listens ("mhm", "right, okay"). They do not take the floor from an
 * agent that speaks. An empty text is none.
 */
export function isBackchannel(text: string): boolean {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > maxWords) return false;
  let rest = ` ${words.join(' ')} `;
  for (const phrase of phrases) rest = rest.replaceAll(` ${phrase} `, ' ');
  return rest
    .split(' ')
    .filter(Boolean)
    .every((word) => listening.has(word) || humming.test(word));
}

/** The words of a text in lower case, without punctuation. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/['’]/gu, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

/** More words than this are a sentence, whatever they are. */
const maxWords = 4;
const phrases = ['i see', 'uh huh', 'mm hmm', 'm hm', 'all right', 'of course', 'got it', 'oh wow', 'ach so'];
/** English, then German, Spanish, French, Italian, Portuguese and Dutch ones that mean nothing else. */
const listening = new Set(
  (
    'yeah yep yup yes ya okay ok right sure alright aha ah oh uh um er great good fine nice cool exactly ' +
    'genau ja jaja doch gut sí si claro vale bueno oui daccord bien certo sim pois goed precies'
  ).split(' '),
);
/** "mhm", "hmm", "mm", "uhuh", "hm". */
const humming = /^(?:m+h*m*|h+m+|u+h+(?:u+h+)?|m+)$/u;
