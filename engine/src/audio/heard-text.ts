/** What the far end heard of each recent generation, in whole words. */
export class HeardText {
  private readonly generations: { generation: number; text: string }[] = [];

  /** Adds text to a generation; beyond 16 generations the oldest is forgotten. */
  append(generation: number, text: string): void {
    const known = this.generations.find((entry) => entry.generation === generation);
    if (known) known.text = joinSentences(known.text, text);
    else this.generations.push({ generation, text });
    if (this.generations.length > keptGenerations) this.generations.shift();
  }

  /** The text of a generation, empty when none is known. */
  read(generation: number): string {
    return this.generations.find((entry) => entry.generation === generation)?.text ?? '';
  }
}

/** A text up to a character, without the word that was cut through. */
export function wholeWords(text: string, end: number): string {
  if (end >= text.length) return text.trim();
  const head = text.slice(0, Math.max(0, end));
  if (/[\s\p{P}]/u.test(text.charAt(end)) || unspaced.test(text)) return head.trim();
  return head.replace(/\S*$/u, '').trim();
}

/** Two sentences with a space between, unless one is empty. */
export function joinSentences(before: string, after: string): string {
  return before === '' || after === '' ? before + after : `${before} ${after}`;
}

const keptGenerations = 16;
/** Scripts written without spaces are cut between characters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
