/** Sound is sent in pieces of this length: short enough for partial texts, long enough to cost little. */
export const pieceMs = 100;
/** Of a longer utterance only the end is said again on a new connection. */
const maxKeptPieces = 60_000 / pieceMs;

/** An utterance that is not answered yet: its sound, and what was understood of it. */
export class Utterance {
  readonly id: number;
  /** Where its sound lies in the sound sent on the present connection, in samples. */
  from = 0;
  to = 0;
  isEnded = false;
  /** Whether the recogniser said anything of it yet, words or not. */
  isHeard = false;
  /** The connections it was lost on. */
  losses = 0;
  timer: NodeJS.Timeout | undefined;
  #samples = 0;
  #fixedText = '';
  #changingText = '';
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];

  constructor(id: number) {
    this.id = id;
  }

  /** All its sound, in samples. */
  get samples(): number {
    return this.#samples;
  }

  get pieces(): readonly Uint8Array<ArrayBuffer>[] {
    return this.#pieces;
  }

  get text(): string {
    return `${this.#fixedText} ${this.#changingText}`.replace(/\s+/g, ' ').trim();
  }

  keep(piece: Uint8Array<ArrayBuffer>): void {
    this.#pieces.push(piece);
    this.#samples += piece.length / 2;
    if (this.#pieces.length > maxKeptPieces) this.#pieces.shift();
  }

  /** Takes what the recogniser understands now. */
  hear(text: string, isFinal: boolean): void {
    this.isHeard = true;
    if (isFinal) this.#fixedText += ` ${text}`;
    this.#changingText = isFinal ? '' : text;
  }

  /** Nothing of the old connection counts: its sound begins at this place of a new one. */
  startOver(at: number): void {
    this.from = at;
    this.to = at;
    this.isHeard = false;
    this.#fixedText = '';
    this.#changingText = '';
  }
}
