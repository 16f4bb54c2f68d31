import { fillSentence } from '@parley/engine/interfaces/spoken-sentences';
import type { LanguageRules } from '../languages/language-rules.ts';

/** A fact the agent is to learn, such as `first_name`. */
export type Field = { name: string; description: string };

/** What the agent calls a field: `first_name` is "first name". */
export function fieldLabel({ name }: Field, { fields, otherField }: LanguageRules): string {
  const plain = name.replace(/_/g, ' ').replace(/[{}]/g, '');
  return fields[name.toLowerCase()] ?? fillSentence(otherField, { field: plain });
}

/** The question for a field. */
export function fieldQuestion(field: Field, language: LanguageRules): string {
  return fillSentence(language.phrases.askField, { field: fieldLabel(field, language) });
}

/** Reads a field back. */
export function fieldCheck(field: Field, value: string, language: LanguageRules): string {
  return fillSentence(language.phrases.checkField, {
    field: fieldLabel(field, language),
    value: readBack(value, language),
  });
}

/** The field a sentence of the agent asks for or checks. */
export function fieldInSentence(
  text: string,
  fields: readonly Field[],
  language: LanguageRules,
): { field: Field; isCheck: boolean } | undefined {
  let found: { field: Field; isCheck: boolean; at: number; length: number } | undefined;
  for (const field of fields) {
    for (const isCheck of [false, true]) {
      const phrase = isCheck ? checkMark(field, language) : questionMark(field, language);
      const at = text.lastIndexOf(phrase);
      const isBetter = !found || at > found.at || (at === found.at && phrase.length > found.length);
      if (at >= 0 && isBetter) found = { field, isCheck, at, length: phrase.length };
    }
  }
  return found && { field: found.field, isCheck: found.isCheck };
}

/** A question for a field without its last marks: it may have been cut off there. */
function questionMark(field: Field, language: LanguageRules): string {
  return fieldQuestion(field, language).replace(/[\s?.]+$/, '');
}

/** What is the same in every check of a field, up to the end of its sentence. */
function checkMark(field: Field, language: LanguageRules): string {
  const part = language.phrases.checkField.split('{value}').find((text) => text.includes('{field}')) ?? '';
  return fillSentence(/^[^.]*\.?/.exec(part)![0], { field: fieldLabel(field, language) });
}

/** The value in what a customer answered; undefined when it holds none. */
export function readFieldValue(field: Field, text: string, language: LanguageRules): string | undefined {
  const kind = `${field.name} ${field.description}`.toLowerCase();
  if (/e.?mail/.test(kind)) return readEmail(text, language);
  if (/phone|mobile|telephone|\bzip\b|postcode|postal|account|number|digits/.test(kind)) {
    return (
      readDigits(text, language) ??
      (/phone|mobile|telephone/.test(kind) ? undefined : readPlain(text, language))
    );
  }
  const value = readPlain(text, language);
  if (!value) return undefined;
  const words = value.split(' ');
  const isFull = /full|your name|^name\b/.test(kind);
  if (/first.?name|given.?name/.test(kind)) return capitals(words[0]!);
  if (/last.?name|surname|family.?name/.test(kind)) return capitals(words.at(-1)!);
  if (isFull || /name/.test(kind)) return capitals(value);
  return value;
}

/** The digits in a text, written or spoken, with `double five` and `oh`; undefined when there are hardly any. */
export function readDigits(text: string, { plain, digits: names }: LanguageRules): string | undefined {
  let digits = '';
  let times = 1;
  for (const word of plain(text.replace(/(\d)[\s.()-]+(?=\d)/g, '$1')).split(' ')) {
    if (word === 'double') times = 2;
    else if (word === 'triple') times = 3;
    else {
      const digit = /^\d+$/.test(word) ? word : names[word];
      if (digit) digits += digit.repeat(times);
      times = 1;
    }
  }
  return digits.length >= 3 ? digits : undefined;
}

function readEmail(text: string, { plain, leadIns, emailSigns }: LanguageRules): string | undefined {
  const written = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(text)?.[0];
  if (written) return written.toLowerCase();
  let spoken = plain(text).replace(leadIns, '');
  for (const [spokenSign, sign] of emailSigns) spoken = spoken.replace(spokenSign, sign);
  spoken = spoken.replace(/\s+/g, '');
  return /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(spoken) ? spoken : undefined;
}

function readPlain(text: string, { leadIns }: LanguageRules): string | undefined {
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
function readBack(value: string, { readDigits: read }: LanguageRules): string {
  return /^\d{3,}$/.test(value) ? read(value) : value;
}

function capitals(value: string): string {
  return value.replace(
    /(^|[\s'-])(\p{Ll})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}
