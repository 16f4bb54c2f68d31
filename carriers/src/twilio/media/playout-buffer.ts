import { decodeMuLaw } from '@parley/engine/audio/g711';

const rateHz = 8_000;
const frameSamples = rateHz / 50;
/** What is gathered before it is played, so that packets which come late are still in time: 60 ms. */
const targetSamples = frameSamples * 3;
/** Beyond this, quiet is left out: the far end is answered sooner. 120 ms. */
const lateSamples = targetSamples * 2;
/** Beyond this, one frame in four is left out, speech too: 400 ms. */
const tooLateSamples = frameSamples * 20;
/** One second: more is never kept. */
const mostSamples = rateHz;
/** Peak of a frame in which nobody speaks: about -38 dB of full scale. */
const quietPeak = 400;

/**
 * Evens out when sound comes over TCP: nothing is lost there, but after a stall much comes at once. Takes mu-law of any
 * length, gives 20 ms a tick, and catches up by leaving out quiet. Its memory is what it has at the start.
 */
export class PlayoutBuffer {
  readonly #ring = new Int16Array(mostSamples);
  readonly #decoded = new Int16Array(mostSamples);
  #first = 0;
  #size = 0;
  #isPlaying = false;
  #takes = 0;

  get samples(): number {
    return this.#size;
  }

  /** Mu-law of at most a second. */
  push(codes: Uint8Array): void {
    const given = codes.length > mostSamples ? codes.subarray(codes.length - mostSamples) : codes;
    const count = decodeMuLaw(given, this.#decoded);
    const excess = this.#size + count - mostSamples;
    // What nobody took for a second is old: only its newest part is worth hearing.
    if (excess > 0) this.#skip(Math.min(this.#size, Math.max(excess, this.#size - targetSamples)));
    let at = (this.#first + this.#size) % mostSamples;
    for (let index = 0; index < count; index += 1) {
      this.#ring[at] = this.#decoded[index]!;
      at = at + 1 === mostSamples ? 0 : at + 1;
    }
    this.#size += count;
  }

  /** Writes the next 20 ms; silence, and false, where there is nothing to play. */
  take(into: Int16Array): boolean {
    this.#takes += 1;
    if (!this.#isPlaying && this.#size >= targetSamples) this.#isPlaying = true;
    if (!this.#isPlaying || this.#size < frameSamples) {
      this.#isPlaying = false;
      into.fill(0);
      return false;
    }
    if (this.#size > tooLateSamples && this.#takes % 4 === 0) this.#skip(frameSamples);
    while (this.#size > lateSamples && this.#peakOfNext() < quietPeak) this.#skip(frameSamples);
    for (let index = 0; index < frameSamples; index += 1)
      into[index] = this.#ring[(this.#first + index) % mostSamples]!;
    this.#skip(frameSamples);
    return true;
  }

  clear(): void {
    this.#size = 0;
    this.#isPlaying = false;
  }

  #skip(count: number): void {
    this.#first = (this.#first + count) % mostSamples;
    this.#size -= count;
  }

  #peakOfNext(): number {
    let peak = 0;
    for (let index = 0; index < frameSamples; index += 1)
      peak = Math.max(peak, Math.abs(this.#ring[(this.#first + index) % mostSamples]!));
    return peak;
  }
}
