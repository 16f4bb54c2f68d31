import { digitTones, renderTones } from '@parley/engine/audio/tones';

/** Keys that the agent presses on a line that carries nothing but sound: heard as tones where it does not speak. */
export class KeyTones {
  readonly #rateHz: number;
  #samples: Int16Array | undefined;
  #at = 0;

  constructor(rateHz: number) {
    this.#rateHz = rateHz;
  }

  /** Keys that were not heard yet give way. */
  press(digits: string): void {
    this.#samples = renderTones(digitTones(digits), this.#rateHz);
    this.#at = 0;
  }

  /** The next 20 ms of tones, or null when none are left. */
  next(): Int16Array | null {
    const samples = this.#samples;
    if (!samples) return null;
    const frame = new Int16Array(this.#rateHz / 50);
    frame.set(samples.subarray(this.#at, this.#at + frame.length));
    this.#at += frame.length;
    if (this.#at >= samples.length) this.#samples = undefined;
    return frame;
  }
}
