import { cardinalWords, decimalWords, digitWords, ordinalWords, yearWords } from './number-words.ts';
import { plainWord, spelledOut } from './plain-word.ts';
import { abbreviations, months, notSpelled, units } from './spoken-tables.ts';

/** How one kind of writing is read. `say` answers undefined where the match is something else after all. */
export type SpokenRule = {
  pattern: RegExp;
  say: (match: RegExpExecArray, text: { isAllCapitals: boolean }) => string | undefined;
};

const topLevelDomains =
  'com|org|net|io|ai|app|dev|info|biz|edu|gov|me|tv|us|uk|de|fr|eu|in|au|nz|ca|es|it|nl|example';
const currencies: Readonly<Record<string, [one: string, many: string, oneCent: string, manyCents: string]>> =
  {
    $: ['dollar', 'dollars', 'cent', 'cents'],
    '€': ['euro', 'euros', 'cent', 'cents'],
    '£': ['pound', 'pounds', 'penny', 'pence'],
  };
const amount = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?';

/** In the order they are tried: the longest kinds of writing first. */
export const spokenRules: readonly SpokenRule[] = [
  {
    pattern: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/y,
    say: ([address]) => {
      const [name = '', host = ''] = address.split('@');
      return `${addressWords(name)} at ${addressWords(host)}`;
    },
  },
  {
    pattern: new RegExp(
      `(?:https?://)?(?:www\\.)?((?:[a-z0-9-]+\\.)+(?:${topLevelDomains})(?::\\d+)?)((?:/[\\w./%~?=&#-]*[\\w/])?)(?![\\w.]*\\w@)\\b/?`,
      'iy',
    ),
    say: ([, host, path]) => `${addressWords(host!)}${path && path !== '/' ? ` ${addressWords(path)}` : ''}`,
  },
  {
    pattern: /(\d{4})-(\d{2})-(\d{2})\b/y,
    say: ([, year, month, day]) => dateWords(Number(year), Number(month), Number(day)),
  },
  {
    pattern: /(\d{1,2})\/(\d{1,2})\/(\d{4})\b/y,
    say: ([, month, day, year]) => dateWords(Number(year), Number(month), Number(day)),
  },
  { pattern: /24\/7\b/y, say: () => 'twenty four seven' },
  { pattern: /\d{1,2}\/\d{1,2}(?![\w/])/y, say: ([fraction]) => fractionWords(fraction) },
  {
    pattern: /\+?\d?[\s.-]?(?:\(\d{2,4}\)|\d{2,4})(?:[\s.-]\d{2,4}){1,4}\b|\+\d{7,15}\b|\d{10,11}\b/y,
    say: ([number]) => phoneWords(number),
  },
  {
    pattern: /(\d{1,2})(?::(\d{2}))?\s?([ap])\.?\s?m\b\.?/iy,
    say: ([, hour, minute, half]) =>
      `${clockWords(hour!, minute)} ${half!.toLowerCase() === 'a' ? 'ay' : 'p'} m`,
  },
  { pattern: /([01]?\d|2[0-3]):([0-5]\d)\b/y, say: ([, hour, minute]) => clockWords(hour!, minute) },
  {
    pattern: new RegExp(`([$€£])\\s?(${amount})(?:\\s?(thousand|million|billion|k|m|bn)\\b)?`, 'iy'),
    say: ([, sign, value, scale]) => moneyWords(sign!, value!, scale?.toLowerCase()),
  },
  { pattern: new RegExp(`(${amount})\\s?%`, 'y'), say: ([, value]) => `${decimalWords(value!)} percent` },
  {
    pattern: /(\d+)(?:st|nd|rd|th)\b/iy,
    say: ([, value]) => ordinalWords(Number(value)),
  },
  {
    // The dash of "9-5" or "Mon-Fri": only between two things that make a range.
    pattern: /[-–—](?=\s?\d)/y,
    say: ({ index, input }) => (/\d\s?(?:[ap]\.?m\.?)?\s?$/i.test(input.slice(0, index)) ? 'to' : undefined),
  },
  {
    pattern: new RegExp(`(${amount})\\s?(${Object.keys(units).join('|')})\\b`, 'y'),
    say: ([, value, unit]) => {
      const [one, many] = units[unit!]!;
      return `${decimalWords(value!)} ${value === '1' ? one : many}`;
    },
  },
  { pattern: new RegExp(`(${amount})(?![\\w/])`, 'y'), say: ([, value]) => plainNumber(value!) },
  {
    // Order numbers, licence plates and the like: A12-B4.
    pattern: /(?=[a-z0-9-]*\d)(?=[a-z0-9-]*[a-z])[a-z0-9]+(?:-[a-z0-9]+)*/iy,
    say: ([code]) => spelledOut(code, digitWords),
  },
  {
    pattern:
      /(mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)[a-z]*\s?[-–]\s?(mon|tue|tues|wed|thu|thurs|fri|sat|sun)[a-z]*\b\.?/iy,
    say: ([days]) =>
      days
        .split(/[-–]/)
        .map((day) => abbreviations[day.trim().toLowerCase()] ?? plainWord(day))
        .join(' to '),
  },
  {
    pattern: /(?:[a-z]\.){2,}|[a-z]+\./iy,
    say: ([word]) => abbreviations[word.toLowerCase()],
  },
  {
    pattern: /[A-Z]{2,5}(?=s?\b)/y,
    say: ([word], { isAllCapitals }) =>
      isAllCapitals || notSpelled.has(word)
        ? abbreviations[word.toLowerCase()]
        : spelledOut(word, digitWords),
  },
  { pattern: /[a-z]+\b/iy, say: ([word]) => abbreviations[`${word.toLowerCase()} `] },
  { pattern: /&/y, say: () => 'and' },
  { pattern: /@/y, say: () => 'at' },
  { pattern: /#(?=\s?\d)/y, say: () => 'number' },
  { pattern: /\+/y, say: () => 'plus' },
  { pattern: /=/y, say: () => 'equals' },
];

/** Internet addresses: dots, slashes and dashes have names; short letter runs without a vowel are spelled. */
function addressWords(address: string): string {
  return Array.from(address.toLowerCase().matchAll(/[a-z]+|\d+|[./_+@-]/g), ([part]) => {
    const sign = { '.': 'dot', '/': 'slash', _: 'underscore', '+': 'plus', '@': 'at', '-': 'dash' }[part];
    if (sign) return sign;
    if (/\d/.test(part)) return digitWords(part);
    return part.length <= 4 && !/[aeiouy]/.test(part) ? spelledOut(part, digitWords) : part;
  }).join(' ');
}

function fractionWords(fraction: string): string {
  const known: Readonly<Record<string, string>> = {
    '1/2': 'one half',
    '1/3': 'one third',
    '2/3': 'two thirds',
    '1/4': 'one quarter',
    '3/4': 'three quarters',
  };
  const [above = '', below = ''] = fraction.split('/');
  return known[fraction] ?? `${decimalWords(above)} slash ${decimalWords(below)}`;
}

function dateWords(year: number, month: number, day: number): string | undefined {
  const name = months[month - 1];
  return name && day >= 1 && day <= 31 ? `${name} ${ordinalWords(day)}, ${yearWords(year)}` : undefined;
}

/** Telephone numbers are read digit by digit with a pause between the groups. */
function phoneWords(number: string): string | undefined {
  const digits = number.replace(/\D/g, '');
  if (digits.length < 7 || digits.length > 15) return undefined;
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  const written = number.match(/\d+/g)!;
  const groups =
    national.length === 10 ? [national.slice(0, 3), national.slice(3, 6), national.slice(6)] : written;
  const country = digits !== national ? [digits[0]!] : [];
  const plus = number.startsWith('+') ? 'plus ' : '';
  return plus + [...country, ...groups].map(digitWords).join(', ');
}

function clockWords(hour: string, minute: string | undefined): string {
  const hours = cardinalWords(Number(hour));
  if (minute === undefined || minute === '00')
    return minute && Number(hour) > 12 ? `${hours} hundred` : hours;
  return `${hours} ${minute.startsWith('0') ? `oh ${cardinalWords(Number(minute))}` : cardinalWords(Number(minute))}`;
}

function moneyWords(sign: string, value: string, scale: string | undefined): string {
  const [one, many, oneCent, manyCents] = currencies[sign]!;
  const scaleName = scale && ({ k: 'thousand', m: 'million', bn: 'billion' }[scale] ?? scale);
  if (scaleName) return `${decimalWords(value)} ${scaleName} ${many}`;
  const [whole = '0', fraction] = value.replace(/,/g, '').split('.');
  const cents = fraction?.length === 2 ? Number(fraction) : 0;
  if (fraction && fraction.length !== 2) return `${decimalWords(value)} ${many}`;
  const units = `${decimalWords(whole)} ${whole === '1' ? one : many}`;
  if (cents === 0) return units;
  const rest = `${cardinalWords(cents)} ${cents === 1 ? oneCent : manyCents}`;
  return whole === '0' ? rest : `${units} and ${rest}`;
}

/** Years are read in pairs; long numbers without commas and those with a leading zero are codes. */
function plainNumber(value: string): string {
  const isYear = /^(?:19|20)\d\d$/.test(value);
  if (isYear) return yearWords(Number(value));
  const isCode = /^0\d/.test(value) || (/^\d{5,}$/.test(value) && !value.endsWith('000'));
  return isCode ? digitWords(value) : decimalWords(value);
}
