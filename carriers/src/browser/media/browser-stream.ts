import type { MessagePort } from 'node:worker_threads';
import { frameSamples } from '@parley/engine/audio/frames';
import type { MediaEvent, MediaStream } from '@parley/engine/interfaces/media-stream';
import { EventInbox } from '../../event-inbox.ts';
import { KeyTones } from '../../key-tones.ts';
import type { ToBrowserMedia } from './media-messages.ts';
import { PlayoutQueue } from './playout-queue.ts';

const rateHz = 16_000;

/** The audio of a page, in the call thread: 16 kHz both ways, and what is typed. */
export class BrowserStream implements MediaStream {
  readonly sampleRateHz = rateHz;
  readonly #port: MessagePort;
  readonly #queue = new PlayoutQueue();
  readonly #silence = new Int16Array(frameSamples(rateHz));
  readonly #events = new EventInbox();
  readonly #keys = new KeyTones(rateHz);
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
    const sent = frame ?? this.#keys.next();
    if (!sent) return;
    const samples = new Int16Array(sent).buffer;
    this.#port.postMessage(samples, [samples]);
  }

  sendDigits(digits: string): void {
    if (!this.#isClosed) this.#keys.press(digits);
  }

  takeEvents(): readonly MediaEvent[] {
    return this.#events.take();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#queue.clear();
    this.#events.clear();
    this.#port.close();
  }

  #take(message: ArrayBuffer | ToBrowserMedia): void {
    if (message instanceof ArrayBuffer) {
      this.#queue.push(new Int16Array(message));
      return;
    }
    this.#events.add(message);
    if (message.type === 'held') this.#queue.clear();
  }
}
