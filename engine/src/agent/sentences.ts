import { toSpokenText } from './spoken-text.ts';

/**
 * Cuts streamed text into sentences as soon as each is known to be over. A full stop needs the character
 * after it: "3.5" and "Dr. Meyer" are not ends. The first piece may be a clause, so that speech starts early.
 */
export class SentenceCutter {
  private buffer = '';
  private isFirst = true;

  /** Takes more text; returns the sentences it completes, ready to be spoken. */
  push(text: string): string[] {
    this.buffer += text;
    const sentences: string[] = [];
    for (let end = this.findEnd(); end > 0; end = this.findEnd()) this.cut(end, sentences);
    return sentences;
  }

  /** The rest, when no more text comes. */
  flush(): string[] {
    const sentences: string[] = [];
    this.cut(this.buffer.length, sentences);
    return sentences;
  }

  private cut(end: number, into: string[]): void {
    const spoken = toSpokenText(this.buffer.slice(0, end));
    this.buffer = this.buffer.slice(end);
    if (spoken === '') return;
    into.push(spoken);
    this.isFirst = false;
  }

  /** Where the first sentence of the buffer ends, or 0 when that is not known yet. */
  private findEnd(): number {
    const { buffer } = this;
    const start = buffer.search(/\S/u);
    if (start < 0) return 0;
    for (let i = start; i < buffer.length; i++) {
      const char = buffer.charAt(i);
      if (char === '\n') return i + 1;
      if (wideEnds.has(char)) return closeQuotes(buffer, i + 1);
      const isEnd = narrowEnds.has(char);
      const isClause = this.isFirst && i - start >= firstClauseChars && clauseEnds.has(char);
      if (!isEnd && !isClause) continue;
      const end = closeQuotes(buffer, skipEnds(buffer, i + 1));
      // The one character of lookahead.
      if (end >= buffer.length) break;
      if (!/\s/u.test(buffer.charAt(end))) continue;
      if (isClause || char !== '.' || end > i + 1) {
        if (isClause || end - start >= minChars || this.isFirst) return end;
        continue;
      }
      const decision = isFullStop(buffer, start, i);
      if (decision === 'unknown') break;
      if (decision === 'yes' && (end - start >= minChars || this.isFirst)) return end;
    }
    return buffer.length - start > maxChars ? findLongCut(buffer, start) : 0;
  }
}

/** Whether the full stop at `at` ends a sentence; `unknown` while the word after it is still to come. */
function isFullStop(buffer: string, start: number, at: number): 'yes' | 'no' | 'unknown' {
  const before = buffer.slice(start, at);
  // "1. Open the box": the number of a list.
  if (/^\p{N}{1,3}$/u.test(before)) return 'no';
  const word = /[\p{L}\p{N}.]*$/u.exec(before)?.[0].toLowerCase() ?? '';
  if (titles.has(word)) return 'no';
  const isInitial = /(?:^|\s)\p{Lu}$/u.test(before) && !/(?:^|\s)I$/u.test(before);
  if (isInitial) return 'no';
  const next = /\S/u.exec(buffer.slice(at + 1))?.[0];
  if (next === undefined) return mayGoOn(word) ? 'unknown' : 'yes';
  if (/\p{Ll}/u.test(next)) return 'no';
  return numbered.has(word) && /\p{N}/u.test(next) ? 'no' : 'yes';
}

/** Abbreviations after which a sentence goes on or ends: the next word tells. */
function mayGoOn(word: string): boolean {
  return word.includes('.') || abbreviations.has(word) || numbered.has(word);
}

function skipEnds(buffer: string, from: number): number {
  let end = from;
  while (end < buffer.length && narrowEnds.has(buffer.charAt(end))) end += 1;
  return end;
}

function closeQuotes(buffer: string, from: number): number {
  let end = from;
  while (end < buffer.length && closers.has(buffer.charAt(end))) end += 1;
  return end;
}

/** A text without any end is cut at the last comma, else the last space, else hard. */
function findLongCut(buffer: string, start: number): number {
  const head = buffer.slice(start, start + maxChars);
  const comma = Math.max(head.lastIndexOf(', '), head.lastIndexOf('; '), head.lastIndexOf('、'));
  if (comma > maxChars / 3) return start + comma + 1;
  const space = head.lastIndexOf(' ');
  return start + (space > 0 ? space + 1 : maxChars);
}

/** Ends followed by a space: Latin, Greek question mark, Arabic, Urdu, Devanagari, Armenian, Ethiopic, Khmer. */
const narrowEnds = new Set('.!?…;؟۔।॥։።៕');
narrowEnds.delete(';');
/** Full-width ends of Chinese and Japanese: no space follows. */
const wideEnds = new Set('。！？｡');
const clauseEnds = new Set(',;:—–،，、');
const closers = new Set('"\'”’»)]}*_」』）');
/** A later piece shorter than this is spoken with the next: single words sound chopped. */
const minChars = 12;
/** A first clause of at least this many characters is spoken before its sentence is over. */
const firstClauseChars = 24;
/** About 20 s of speech: synthesisers limit their input, and memory is bounded. */
const maxChars = 300;
const titles = new Set(
  'mr mrs ms dr prof st sr jr mt messrs hr fr herr frau sra mme mlle e.g i.e z.b'.split(' '),
);
const abbreviations = new Set('etc vs inc ltd co corp approx dept est ca bzw usw am pm'.split(' '));
const numbered = new Set('no nr fig p pp vol ext art sec ch'.split(' '));
