const small = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen',
  'seventeen eighteen nineteen',
]
  .join(' ')
  .split(' ');
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const scales: readonly [number, string][] = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
  [1e3, 'thousand'],
  [100, 'hundred'],
];
const irregularOrdinals: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** A whole number in words, such as `one hundred twenty three`. From 10^15 on it is read digit by digit. */
export function cardinalWords(value: number): string {
  if (value < 0) return `minus ${cardinalWords(-value)}`;
  if (value >= 1e15) return digitWords(String(value));
  if (value < 20) return small[value]!;
  for (const [size, name] of scales) {
    if (value < size) continue;
    const rest = value % size;
    return `${cardinalWords(Math.floor(value / size))} ${name}${rest ? ` ${cardinalWords(rest)}` : ''}`;
  }
  return value % 10 ? `${tens[Math.floor(value / 10)]} ${small[value % 10]}` : tens[value / 10]!;
}

/** The place in a row, such as `twenty first`. */
export function ordinalWords(value: number): string {
  const words = cardinalWords(value).split(' ');
  const last = words.pop()!;
  const regular = last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`;
  return [...words, irregularOrdinals[last] ?? regular].join(' ');
}

/** Each digit by its name; anything else is left out. */
export function digitWords(digits: string): string {
  return Array.from(digits.replace(/\D/g, ''), (digit) => small[Number(digit)]!).join(' ');
}

/** A year as people say it: `nineteen ninety nine`, `two thousand five`, `twenty twenty six`. */
export function yearWords(year: number): string {
  const isRoundMillennium = year % 1000 < 10;
  if (isRoundMillennium) return cardinalWords(year);
  const rest = year % 100;
  const century = cardinalWords(Math.floor(year / 100));
  if (rest === 0) return `${century} hundred`;
  return `${century} ${rest < 10 ? `oh ${small[rest]}` : cardinalWords(rest)}`;
}

/** A number as written, with thousands commas and decimals: `1,234.5`. */
export function decimalWords(written: string): string {
  const [whole = '', fraction] = written.replace(/,/g, '').split('.');
  const spoken = whole.length > 15 ? digitWords(whole) : cardinalWords(Number(whole || '0'));
  return fraction ? `${spoken} point ${digitWords(fraction)}` : spoken;
}
