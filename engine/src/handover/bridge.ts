import { FrameConverter } from '../audio/frame-converter.ts';
import { frameSamples } from '../audio/frames.ts';
import { holdMusic } from '../audio/hold-music.ts';
import type { MediaStream } from '../interfaces/media-stream.ts';
import type { OtherSide } from '../interfaces/other-side.ts';

type Joined = { stream: MediaStream; toThem: FrameConverter; toCustomer: FrameConverter };

/**
 * The other side of a call that is handed over: music to wait by, then the person who takes it. Both hear each other
 * 20 ms after it was said, whatever the rates of the two lines, and keys pass both ways.
 */
export class Bridge implements OtherSide {
  readonly #customer: MediaStream;
  readonly #frame: Int16Array;
  readonly #music: Int16Array;
  #at = 0;
  #joined: Joined | null = null;
  #isClosed = false;

  /** `customer` is the line of the call; it is only told keys, its frames come by `exchange`. */
  constructor(customer: MediaStream) {
    this.#customer = customer;
    this.#frame = new Int16Array(frameSamples(customer.sampleRateHz));
    this.#music = holdMusic(customer.sampleRateHz);
  }

  get isJoined(): boolean {
    return this.#joined !== null;
  }

  /** The customer waits. Whoever was joined is parted. */
  hold(): void {
    this.#joined = null;
  }

  /** The customer and the person on this line hear each other from now on. */
  join(stream: MediaStream): void {
    if (this.#isClosed) return;
    const ours = this.#customer.sampleRateHz;
    this.#joined = {
      stream,
      toThem: new FrameConverter(ours, stream.sampleRateHz),
      toCustomer: new FrameConverter(stream.sampleRateHz, ours),
    };
  }

  exchange(customer: Int16Array): Int16Array {
    if (!this.#joined) return this.#nextOfMusic();
    const { stream, toThem, toCustomer } = this.#joined;
    const heard = toCustomer.convert(stream.read());
    stream.write(toThem.convert(customer));
    for (const event of stream.takeEvents())
      if (event.type === 'digit') this.#customer.sendDigits(event.digit);
    return heard;
  }

  takeDigit(digit: string): void {
    this.#joined?.stream.sendDigits(digit);
  }

  close(): void {
    this.#isClosed = true;
    this.#joined = null;
  }

  #nextOfMusic(): Int16Array {
    const frame = this.#frame;
    for (let i = 0; i < frame.length; i++) {
      frame[i] = this.#music[this.#at]!;
      this.#at = (this.#at + 1) % this.#music.length;
    }
    return frame;
  }
}
