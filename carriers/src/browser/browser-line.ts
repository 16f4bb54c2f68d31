import type { MessagePort } from 'node:worker_threads';
import type { EndReason } from '@parley/contract/end-reasons';
import { SimulationMessage, simulationAudio, simulationClose } from '@parley/contract/simulations';
import { Allowance } from '../allowance.ts';
import type { FarEndSocket } from '../carrier.ts';
import { PlainLeg } from '../plain-leg.ts';
import type { ToBrowserMedia } from './media/media-messages.ts';

/** A page that is gone this long will not come back: a reload, or a change of network, is quicker. */
export const returnMs = 8_000;
/** More than this not yet sent is a page that does not read: two seconds of audio. What comes then is dropped. */
const unsentLimitBytes = simulationAudio.frameBytes * 100;
/** What a page may send: a little more than 50 frames a second, and as many messages as somebody can type. */
const framesPerSecond = 75;
const messagesPerSecond = 5;

/** Runs work later; returns what prevents it. */
export type Schedule = (work: () => void, delayMs: number) => () => void;

export type BrowserLineOptions = {
  legId: string;
  /** To the media half of this leg. */
  audio: MessagePort;
  ringMs: number;
  schedule: Schedule;
  /** The line is over. Told once. */
  onEnd: () => void;
};

/**
 * A line to a page, in the main thread: hands audio from its socket to the call thread and back, and tells the owner
 * when the page answers and when it is gone. The call outlives a broken socket for some seconds.
 */
export class BrowserLine {
  readonly leg: PlainLeg;
  readonly #options: BrowserLineOptions;
  #socket: FarEndSocket | undefined;
  #stopWaiting: () => void;
  #hasAnswered = false;
  #hasEnded = false;

  constructor(options: BrowserLineOptions) {
    this.#options = options;
    this.leg = new PlainLeg(options.legId, () => this.end('staff_hung_up'));
    this.#stopWaiting = options.schedule(() => this.end('no_answer'), options.ringMs);
    options.audio.on('message', (frame: unknown) => this.#sendFrame(frame));
    this.leg.tell({ type: 'ringing' });
  }

  /** The page is there, for the first time or again. The newest socket counts. */
  attach(socket: FarEndSocket): void {
    this.#stopWaiting();
    const before = this.#socket;
    this.#socket = socket;
    before?.close(simulationClose.replaced, 'Another page took over.');
    const frames = new Allowance(framesPerSecond);
    const messages = new Allowance(messagesPerSecond);
    socket.onMessage((message) => {
      if (this.#socket !== socket || this.#hasEnded) return;
      if (typeof message === 'string') this.#takeText(socket, message, messages);
      else this.#takeFrame(socket, message, frames);
    });
    socket.onClose(() => this.#detach(socket));
    if (this.#hasEnded || this.#socket !== socket) return;
    if (this.#hasAnswered) this.#tellMedia({ type: 'resumed' });
    else {
      this.#hasAnswered = true;
      this.leg.tell({ type: 'answered' });
    }
  }

  /** Closes the line. Does nothing to one that is closed. */
  end(endReason: EndReason): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#stopWaiting();
    this.#socket?.close(simulationClose.ended, 'The simulation is over.');
    this.#options.audio.close();
    this.#options.onEnd();
    this.leg.end(endReason);
  }

  #detach(socket: FarEndSocket): void {
    if (this.#socket !== socket || this.#hasEnded) return;
    this.#socket = undefined;
    this.#tellMedia({ type: 'held' });
    this.#stopWaiting = this.#options.schedule(() => this.end('media_lost'), returnMs);
  }

  #takeFrame(socket: FarEndSocket, frame: Uint8Array, allowance: Allowance): void {
    if (frame.byteLength !== simulationAudio.frameBytes) {
      this.#refuse(socket);
      return;
    }
    if (!allowance.take(performance.now())) return;
    // A copy: what the socket gave may lie in memory that it uses again.
    const samples = new Uint8Array(frame).buffer;
    this.#options.audio.postMessage(samples, [samples]);
  }

  #takeText(socket: FarEndSocket, text: string, allowance: Allowance): void {
    const message = readMessage(text);
    if (message === undefined || !allowance.take(performance.now())) {
      this.#refuse(socket);
      return;
    }
    if (message.type === 'hang_up') this.end('customer_hung_up');
    else this.#tellMedia(message);
  }

  /** What no page of ours sends ends the socket; the page, if it is one, may come back. */
  #refuse(socket: FarEndSocket): void {
    socket.close(simulationClose.refused, 'This is not understood.');
    this.#detach(socket);
  }

  #tellMedia(message: ToBrowserMedia): void {
    this.#options.audio.postMessage(message);
  }

  #sendFrame(frame: unknown): void {
    const socket = this.#socket;
    if (!socket || !(frame instanceof ArrayBuffer) || socket.unsentBytes > unsentLimitBytes) return;
    socket.send(new Uint8Array(frame));
  }
}

function readMessage(text: string): SimulationMessage | undefined {
  try {
    return SimulationMessage.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
