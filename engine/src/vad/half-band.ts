/**
 * Brings frames of 16 kHz down to 8 kHz by a short half-band filter. What it lets through above 3.5 kHz lies outside
 * of what the detector looks at, so it needs no steeper one.
 */
export class HalfBand {
  private readonly work: Float64Array;

  /** `frameLength` samples go in, half as many come out. */
  constructor(frameLength: number) {
    this.work = new Float64Array(frameLength + 2 * reach);
  }

  /** Reads a frame, of which missing samples count as silence, and writes it scaled by `gain`. */
  process(frame: Int16Array, into: Float64Array, gain: number): void {
    const { work } = this;
    const length = work.length - 2 * reach;
    work.copyWithin(0, length);
    for (let i = 0; i < length; i++) work[i + 2 * reach] = i < frame.length ? frame[i]! * gain : 0;
    for (let i = 0; i < into.length; i++) {
      const k = 2 * i + reach;
      into[i] =
        0.5 * work[k]! +
        firstTap * (work[k - 1]! + work[k + 1]!) +
        thirdTap * (work[k - 3]! + work[k + 3]!) +
        fifthTap * (work[k - 5]! + work[k + 5]!) +
        seventhTap * (work[k - 7]! + work[k + 7]!);
    }
  }
}

/** Every second tap, from the middle outwards, of a windowed sinc of length 15 (Hamming); the others are 0. */
const firstTap = 0.3069;
const thirdTap = -0.0732;
const fifthTap = 0.0199;
const seventhTap = -0.0036;
const reach = 7;
