/** Sound kept before speech is known to have begun: more than any pre-roll asked for. */
const historyMs = 1_000;

type OpenUtterance = { id: number; samples: Int16Array; length: number };

/** Cuts the sound of single utterances out of a call. Memory is bounded: a long utterance keeps its end. */
export class UtteranceCutter {
  readonly #sampleRateHz: number;
  readonly #maxSamples: number;
  readonly #history: Int16Array;
  #historyLength = 0;
  #open: OpenUtterance | undefined;

  constructor(options: { sampleRateHz: number; maxMs: number }) {
    this.#sampleRateHz = options.sampleRateHz;
    this.#maxSamples = this.#samplesOf(options.maxMs);
    this.#history = new Int16Array(this.#samplesOf(historyMs));
  }

  /** Adds the frames of the call one after the other; they are copied. */
  write(frame: Int16Array): void {
    this.#remember(frame);
    if (this.#open) this.#append(this.#open, frame);
  }

  /** Begins an utterance `preRollMs` ago. One that is still open is given up. */
  start(id: number, preRollMs: number): void {
    const preRoll = Math.min(this.#samplesOf(Math.max(0, preRollMs)), this.#historyLength);
    const utterance = { id, samples: new Int16Array(this.#samplesOf(4_000)), length: 0 };
    this.#append(utterance, this.#history.subarray(this.#historyLength - preRoll, this.#historyLength));
    this.#open = utterance;
  }

  /** Ends the utterance and gives its sound; undefined when none of this id is open. */
  end(id: number): Int16Array | undefined {
    const utterance = this.#open;
    if (utterance?.id !== id) return undefined;
    this.#open = undefined;
    return utterance.samples.subarray(0, utterance.length);
  }

  #samplesOf(ms: number): number {
    return Math.round((ms * this.#sampleRateHz) / 1000);
  }

  #remember(frame: Int16Array): void {
    const kept = frame.subarray(Math.max(0, frame.length - this.#history.length));
    const excess = Math.max(0, this.#historyLength + kept.length - this.#history.length);
    this.#history.copyWithin(0, excess, this.#historyLength);
    this.#historyLength -= excess;
    this.#history.set(kept, this.#historyLength);
    this.#historyLength += kept.length;
  }

  #append(utterance: OpenUtterance, frame: Int16Array): void {
    const needed = utterance.length + frame.length;
    if (needed > utterance.samples.length && utterance.samples.length < this.#maxSamples) {
      const larger = new Int16Array(
        Math.min(this.#maxSamples, Math.max(needed, utterance.samples.length * 2)),
      );
      larger.set(utterance.samples.subarray(0, utterance.length));
      utterance.samples = larger;
    }
    const kept = frame.subarray(Math.max(0, frame.length - utterance.samples.length));
    const excess = Math.max(0, utterance.length + kept.length - utterance.samples.length);
    utterance.samples.copyWithin(0, excess, utterance.length);
    utterance.length -= excess;
    utterance.samples.set(kept, utterance.length);
    utterance.length += kept.length;
  }
}
