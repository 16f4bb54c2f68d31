import type { MessagePort } from 'node:worker_threads';
import { frameSamples } from '@parley/engine/audio/frames';
import { digitTones, renderTones } from '@parley/engine/audio/tones';
import type { MediaEvent, MediaStream } from '@parley/engine/interfaces/media-stream';
import type { ToBrowserMedia } from './media-messages.ts';
import { PlayoutQueue } from './playout-queue.ts';

const rateHz = 16_000;
/** Events that nobody has taken: a call takes them 50 times a second. */
const eventLimit = 100;

/** The audio of a page, in the call thread: 16 kHz both ways, and what is typed. */
export class BrowserStream implements MediaStream {
  readonly sampleRateHz = rateHz;
  readonly #port: MessagePort;
  readonly #queue = new PlayoutQueue();
  readonly #silence = new Int16Array(frameSamples(rateHz));
  #events: MediaEvent[] = [];
  /** Keys the agent presses are heard as tones, where it does not speak. */
  #tones: { samples: Int16Array; at: number } | undefined;
  #isClosed = false;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (message: ArrayBuffer | ToBrowserMedia) => this.#take(message));
  }

  read(): Int16Array {
    const frame = this.#isClosed ? null : this.#queue.take();
    // Nobody may write into the silence of later ticks.
    return frame ?? this.#silence.fill(0);
  }

  write(frame: Int16Array | null): void {
    if (this.#isClosed) return;
    const sent = frame ?? this.#nextTones();
    if (!sent) return;
    const samples = new Int16Array(sent).buffer;
    this.#port.postMessage(samples, [samples]);
  }

  sendDigits(digits: string): void {
    if (!this.#isClosed) this.#tones = { samples: renderTones(digitTones(digits), rateHz), at: 0 };
  }

  takeEvents(): readonly MediaEvent[] {
    if (this.#events.length === 0) return this.#events;
    const events = this.#events;
    this.#events = [];
    return events;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#queue.clear();
    this.#events = [];
    this.#port.close();
  }

  #take(message: ArrayBuffer | ToBrowserMedia): void {
    if (message instanceof ArrayBuffer) {
      this.#queue.push(new Int16Array(message));
      return;
    }
    if (this.#events.length >= eventLimit) return;
    this.#events.push(message);
    if (message.type === 'held') this.#queue.clear();
  }

  #nextTones(): Int16Array | null {
    const tones = this.#tones;
    if (!tones) return null;
    const frame = new Int16Array(this.#silence.length);
    frame.set(tones.samples.subarray(tones.at, tones.at + frame.length));
    tones.at += frame.length;
    if (tones.at >= tones.samples.length) this.#tones = undefined;
    return frame;
  }
}
