import { wordsOf } from './backchannel.ts';
import { isGoodbye } from './goodbye.ts';

/**
 * Whether the words so far sound as if more were to come: a trailing conjunction, a number or an email
 * address being dictated, letters being spelled. A guess by text alone; the speaker's pause decides with it.
 */
export function isUnfinished(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.endsWith('?')) return false;
  if (/(?:[,;:–—-]|\.\.\.|…)$/u.test(trimmed)) return true;
  const words = wordsOf(trimmed);
  const last = words.at(-1);
  if (last === undefined) return false;
  return (
    (leadsOn.has(last) && !isAnswer(words)) ||
    isNumberOpen(words) ||
    isEmailOpen(trimmed, words) ||
    isSpelling(words)
  );
}

/**
 * Whether the words are clearly over: a question by its mark, or by its first word and its length where the
 * recogniser writes no marks; a yes, a no, thanks, a goodbye. English; other languages wait the usual time.
 */
export function isFinished(text: string): boolean {
  if (isUnfinished(text)) return false;
  if (text.trim().endsWith('?')) return true;
  const words = wordsOf(text.trim());
  if (isGoodbye(text)) return true;
  if (words.length <= 3) return words.length > 0 && words.every((word) => wholeAnswers.has(word));
  return questionWords.has(words[0]!) && words.length >= 4;
}

/** "It is.", "I do", "so so": short answers that end in a word that would otherwise lead on. */
function isAnswer(words: readonly string[]): boolean {
  return words.length === 2 && (words[1] === 'is' || words[1] === 'am' || words[1] === words[0]);
}

/** Digits come in a row, and there are too few for a telephone number (7 and more) or the row has just begun. */
function isNumberOpen(words: readonly string[]): boolean {
  let digits = 0;
  let groups = 0;
  for (const word of words.toReversed()) {
    const length = digitsIn(word);
    if (length === 0) break;
    digits += length;
    groups += 1;
  }
  if (digits === 0) return false;
  if (groups >= 2 && digits >= 2) return digits < 7 || (digits > 7 && digits < 10);
  return /\b(?:number|code|digits)(?: is| ends in| starts with)?$/u.test(words.slice(0, -groups).join(' '));
}

function digitsIn(word: string): number {
  if (/^\p{N}+$/u.test(word)) return word.length;
  return digitWords.has(word) ? 1 : 0;
}

/** "anna dot meyer at example": an address without its ending yet. */
function isEmailOpen(text: string, words: readonly string[]): boolean {
  if (/@[^\s.]*$/u.test(text)) return true;
  const isAddress = words.includes('email') || words.includes('dot') || words.includes('underscore');
  const at = words.lastIndexOf('at');
  if (!isAddress || at < 1) return false;
  const domain = words.slice(at + 1);
  return domain.length <= 3 && !domain.includes('dot') && !/@\S+\.\S+/u.test(text);
}

/** Three single letters and more in a row: a name is being spelled. */
function isSpelling(words: readonly string[]): boolean {
  return words.length >= 3 && words.slice(-3).every((word) => /^\p{L}$/u.test(word));
}

const digitWords = new Set(
  'zero oh one two three four five six seven eight nine double triple null eins zwei drei vier'.split(' '),
);
const wholeAnswers = new Set(
  'yes yeah yep no nope correct right exactly sure please thanks thank you great'.split(' '),
);
const questionWords = new Set(
  'what when where who why how which can could do does did is are will would may'.split(' '),
);
/** Words after which a sentence is not over, in English and a few of German, Spanish and French. */
const leadsOn = new Set(
  (
    'and but or because so if when while that which who whose than then though although until unless ' +
    'the a an my your his her our their this these of to from with for at in on by about into like ' +
    'is are was were am be been will would can could should may might i we they he she its im um uh er ' +
    'und oder aber weil dass der die das ein eine mein mit für y pero porque el la los las un una mi con ' +
    'et mais ou parce que le les une mon ma avec pour dot underscore'
  ).split(' '),
);
