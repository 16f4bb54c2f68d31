/** Gathered before it is played, so that frames which come late are still in time, in ms. */
const targetMs = 60;
/** What is gathered beyond this is skipped: a delay that grows is worse than a gap. */
const mostMs = 400;
/** The last samples before a gap fade, or it would click. */
const fadeMs = 4;

/** Evens out when samples come, for the audio thread: blocks in as they arrive, blocks out at the clock of the sound card. */
export class Playout {
  readonly #perMs: number;
  #blocks: Float32Array[] = [];
  #at = 0;
  #count = 0;
  #isPlaying = false;

  constructor(rateHz: number) {
    this.#perMs = rateHz / 1000;
  }

  get bufferedMs(): number {
    return this.#count / this.#perMs;
  }

  push(block: Float32Array): void {
    this.#blocks.push(block);
    this.#count += block.length;
    while (this.bufferedMs > mostMs) this.#drop(this.#count - targetMs * this.#perMs);
  }

  /** Fills `out`; silence where there is nothing to play yet. */
  take(out: Float32Array): void {
    out.fill(0);
    if (!this.#isPlaying) {
      if (this.bufferedMs < targetMs) return;
      this.#isPlaying = true;
    }
    const given = Math.min(out.length, this.#count);
    for (let index = 0; index < given; index += 1) out[index] = this.#next();
    if (given === out.length) return;
    this.#isPlaying = false;
    const fade = Math.min(given, Math.floor(fadeMs * this.#perMs));
    for (let index = 0; index < fade; index += 1) out[given - 1 - index]! *= index / fade;
  }

  /** What is left when nothing more comes: the end of a sentence is shorter than the target. */
  finish(): void {
    if (this.#count > 0) this.#isPlaying = true;
  }

  #next(): number {
    const block = this.#blocks[0]!;
    const sample = block[this.#at]!;
    this.#at += 1;
    this.#count -= 1;
    if (this.#at === block.length) {
      this.#blocks.shift();
      this.#at = 0;
    }
    return sample;
  }

  #drop(samples: number): void {
    for (let index = 0; index < samples && this.#count > 0; index += 1) this.#next();
  }
}
