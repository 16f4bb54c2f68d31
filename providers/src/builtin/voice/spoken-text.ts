import { plainWord } from './plain-word.ts';
import { spokenRules } from './spoken-rules.ts';

/** A stretch of the text as written, and the words it is spoken with (none for a bare symbol). */
export type SpokenPiece = { written: string; spoken: string; endsWith: PauseMark };

/** The mark that ends a piece: how the synthesiser pauses after it. */
export type PauseMark = '' | ',' | '.' | '?' | '!';

const maxTextLength = 5_000;

/**
 * Turns written text into what a simple synthesiser reads well: numbers, telephone numbers, money, times,
 * addresses of the internet, abbreviations and acronyms become plain words. Each piece keeps the words as
 * written, so that word times can be told in them.
 */
export function spokenPieces(text: string): SpokenPiece[] {
  const pieces: SpokenPiece[] = [];
  const source = text.slice(0, maxTextLength);
  const isAllCapitals = /[A-Z]/.test(source) && !/[a-z]/.test(source);
  let position = 0;
  while (position < source.length) {
    const gap = /\s*/y;
    gap.lastIndex = position;
    position += gap.exec(source)![0].length;
    if (position >= source.length) break;
    const [length, spoken] = matchAt(source, position, isAllCapitals);
    // A dash before a digit is the "to" of a range and is read by a rule.
    const tail = /(?:[^\s\p{L}\p{N}@#$€£+&–—-]|[–—-](?!\d))*/uy;
    tail.lastIndex = position + length;
    const marks = tail.exec(source)![0];
    const end = position + length + marks.length;
    pieces.push({ written: source.slice(position, end), spoken, endsWith: pauseOf(marks) });
    position = end;
  }
  return pieces;
}

/** The text for the synthesiser, in ASCII. */
export function joinSpoken(pieces: readonly SpokenPiece[]): string {
  let text = '';
  for (const piece of pieces) {
    if (piece.spoken) text += `${text ? ' ' : ''}${piece.spoken}`;
    // A pause mark with nothing before it would be read out.
    if (text && piece.endsWith && !/[,.?!]$/.test(text)) text += piece.endsWith;
  }
  return text;
}

/** The length of what is read as one thing here, and its words. */
function matchAt(source: string, position: number, isAllCapitals: boolean): [number, string] {
  const opening = /["'“”‘’([{*_]+/y;
  opening.lastIndex = position;
  const skipped = opening.exec(source)?.[0].length ?? 0;
  // An opening bracket may belong to what is read, as in (415) 555-0100.
  for (const skip of skipped ? [0, skipped] : [0]) {
    for (const rule of spokenRules) {
      rule.pattern.lastIndex = position + skip;
      const match = rule.pattern.exec(source);
      const spoken = match ? rule.say(match, { isAllCapitals }) : undefined;
      if (match && spoken !== undefined) return [skip + match[0].length, spoken];
    }
  }
  const word = /[\p{L}\p{N}\p{M}'’]+/uy;
  word.lastIndex = position + skipped;
  const found = word.exec(source)?.[0];
  if (found) return [skipped + found.length, plainWord(found)];
  return [skipped + (skipped ? 0 : String.fromCodePoint(source.codePointAt(position)!).length), ''];
}

function pauseOf(marks: string): PauseMark {
  if (marks.includes('?')) return '?';
  if (marks.includes('!')) return '!';
  if (/[.…。]/.test(marks)) return '.';
  return /[,;:—–)]|\s-/.test(marks) ? ',' : '';
}
