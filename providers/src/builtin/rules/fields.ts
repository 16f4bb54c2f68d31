import { digitWords } from '../voice/number-words.ts';
import { plainText, wordsOf } from './words.ts';

/** A fact the agent is to learn, such as `first_name`. */
export type Field = { name: string; description: string };

const leadIns = new RegExp(
  '^(?:(?:yes|yeah|sure|okay|ok|well|um|uh|oh|so|of course|no problem|hi|hello|it is|it|is|this is|my|the|name|first|' +
    'last|full|number|address|email|mail|phone|telephone|mobile|cell|company|date of birth|birthday|i am|i|am|called|' +
    'call me|you can call me|you can reach me (?:at|on)|reach me (?:at|on)|would be|will be|called|with|work for|work at|' +
    'live at|live in|no|not|actually|sorry|that is|was)\\s+)+',
  'i',
);
const digitNames: Readonly<Record<string, string>> = {
  zero: '0',
  oh: '0',
  o: '0',
  one: '1',
  two: '2',
  to: '2',
  too: '2',
  three: '3',
  four: '4',
  for: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  ate: '8',
  nine: '9',
};

/** What the agent calls a field: `first_name` is "first name". */
export function fieldLabel(field: Field): string {
  const known: Readonly<Record<string, string>> = {
    dob: 'date of birth',
    zip: 'zip code',
    phone: 'phone number',
  };
  return known[field.name] ?? field.name.replace(/_/g, ' ').replace(/[{}]/g, '');
}

/** The question for a field. */
export function fieldQuestion(field: Field): string {
  return `May I have your ${fieldLabel(field)}?`;
}

/** Reads a field back. */
export function fieldCheck(field: Field, value: string): string {
  return `I understood ${readBack(value)} as your ${fieldLabel(field)}. Is that right?`;
}

/** The field a sentence of the agent asks for or checks. */
export function fieldInSentence(
  text: string,
  fields: readonly Field[],
): { field: Field; isCheck: boolean } | undefined {
  let found: { field: Field; isCheck: boolean; at: number } | undefined;
  for (const field of fields) {
    for (const isCheck of [false, true]) {
      const phrase = isCheck ? ` as your ${fieldLabel(field)}.` : `May I have your ${fieldLabel(field)}`;
      const at = text.lastIndexOf(phrase);
      if (at >= 0 && (!found || at > found.at)) found = { field, isCheck, at };
    }
  }
  return found && { field: found.field, isCheck: found.isCheck };
}

/** The value in what a customer answered; undefined when it holds none. */
export function readFieldValue(field: Field, text: string): string | undefined {
  const kind = `${field.name} ${field.description}`.toLowerCase();
  if (/e.?mail/.test(kind)) return readEmail(text);
  if (/phone|mobile|telephone|\bzip\b|postcode|postal|account|number|digits/.test(kind)) {
    return readDigits(text) ?? (/phone|mobile|telephone/.test(kind) ? undefined : readPlain(text));
  }
  const value = readPlain(text);
  if (!value) return undefined;
  const words = value.split(' ');
  const isFull = /full|your name|^name\b/.test(kind);
  if (/first.?name|given.?name/.test(kind)) return capitals(words[0]!);
  if (/last.?name|surname|family.?name/.test(kind)) return capitals(words.at(-1)!);
  if (isFull || /name/.test(kind)) return capitals(value);
  return value;
}

/** The digits in a text, written or spoken, with `double five` and `oh`; undefined when there are hardly any. */
export function readDigits(text: string): string | undefined {
  let digits = '';
  let times = 1;
  for (const word of wordsOf(text.replace(/(\d)[\s.()-]+(?=\d)/g, '$1'))) {
    if (word === 'double') times = 2;
    else if (word === 'triple') times = 3;
    else {
      const digit = /^\d+$/.test(word) ? word : digitNames[word];
      if (digit) digits += digit.repeat(times);
      times = 1;
    }
  }
  return digits.length >= 3 ? digits : undefined;
}

function readEmail(text: string): string | undefined {
  const written = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(text)?.[0];
  if (written) return written.toLowerCase();
  const spoken = plainText(text)
    .replace(leadIns, '')
    .replace(/\s+(?:at|add)\s+/, '@')
    .replace(/\s+(?:dot|period|point)\s+/g, '.')
    .replace(/\s+(?:dash|hyphen|minus)\s+/g, '-')
    .replace(/\s+underscore\s+/g, '_')
    .replace(/\s+/g, '');
  return /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(spoken) ? spoken : undefined;
}

function readPlain(text: string): string | undefined {
  // The words as the recogniser wrote them, without what people say before the answer.
  const cleaned = text
    .replace(/[{}<>"]/g, '')
    .replace(/[.!?,;]+(?=\s|$)/g, '')
    .replace(/[’]/g, "'")
    .replace(/\b(?:it|that|name)'s\b/gi, 'it is')
    .replace(/\bi'm\b/gi, 'i am')
    .trim();
  const value = `${cleaned} `.replace(leadIns, '').trim().slice(0, 200);
  return value === '' ? undefined : value;
}

/** Long numbers are read back digit by digit, addresses of the internet as they are, the rest as words. */
function readBack(value: string): string {
  return /^\d{3,}$/.test(value) ? digitWords(value) : value;
}

function capitals(value: string): string {
  return value.replace(
    /(^|[\s'-])(\p{Ll})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}
