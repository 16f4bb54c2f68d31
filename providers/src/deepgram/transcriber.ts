import { ProviderError } from '@parley/engine/interfaces/provider-error';
import type { Transcriber, TranscriptEvent } from '@parley/engine/interfaces/speech-to-text';
import { UtteranceCutter } from '../utterance-cutter.ts';
import { ListeningSocket } from './listening-socket.ts';
import { controls, type ServerMessage } from './messages.ts';
import type { DeepgramSettings } from './settings.ts';
import { pieceMs, Utterance } from './utterance.ts';

/** All times in ms. */
export type TranscriberTiming = {
  /** The vendor closes a connection on which nothing came for 10 s, and asks for a sign every 3 to 5 s. */
  keepAliveMs: number;
  /** After the end of an utterance: then what was understood so far is its text. */
  finalWaitMs: number;
  /** After the end of an utterance of which the vendor said nothing at all. */
  lostAfterMs: number;
  /** Waits before the first, second, ... new connection in a row. After the last one it has failed. */
  reconnectMs: readonly number[];
};

export const defaultTiming: TranscriberTiming = {
  keepAliveMs: 4_000,
  finalWaitMs: 1_500,
  lostAfterMs: 4_000,
  reconnectMs: [0, 300, 1_000],
};

export type DeepgramTranscriberOptions = {
  settings: DeepgramSettings;
  sampleRateHz: number;
  query: URLSearchParams;
  timing: TranscriberTiming;
  onEvent: (event: TranscriptEvent) => void;
};

/** Below this length the vendor may have nothing to say about a sound. */
const shortMs = 1_200;

/**
 * One call's ear: one connection for the whole call, on which only utterances are sent, so that silence costs
 * nothing. Whose words a result holds is told by its place in the sound sent. On a connection that is lost in
 * the middle, the unanswered utterances are said again on a new one.
 */
export class DeepgramTranscriber implements Transcriber {
  readonly #options: DeepgramTranscriberOptions;
  /** Remembers what came before an utterance was known to have begun. */
  readonly #cutter: UtteranceCutter;
  readonly #keepAlive: NodeJS.Timeout;
  /** Not answered yet, oldest first; only the last may be open. */
  #utterances: Utterance[] = [];
  /** What is not sent yet, up to the length of a piece. */
  readonly #piece: Int16Array;
  #pieceLength = 0;
  #socket: ListeningSocket | undefined;
  #sentSamples = 0;
  #losses = 0;
  #reconnect: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: DeepgramTranscriberOptions) {
    this.#options = options;
    this.#cutter = new UtteranceCutter({ sampleRateHz: options.sampleRateHz, maxMs: 2_000 });
    this.#piece = new Int16Array((pieceMs * options.sampleRateHz) / 1000);
    this.#keepAlive = setInterval(() => {
      if (this.#openUtterance() === undefined) this.#socket?.send(controls.keepAlive);
    }, options.timing.keepAliveMs);
    this.#connect();
  }

  write(frame: Int16Array): void {
    if (this.#isClosed) return;
    this.#cutter.write(frame);
    const utterance = this.#openUtterance();
    if (utterance) this.#take(utterance, frame);
  }

  startUtterance(utteranceId: number, preRollMs: number): void {
    if (this.#isClosed) return;
    const left = this.#openUtterance();
    if (left) this.#utterances = this.#utterances.filter((each) => each !== left);
    this.#pieceLength = 0;
    const utterance = new Utterance(utteranceId);
    utterance.startOver(this.#sentSamples);
    this.#utterances.push(utterance);
    this.#cutter.start(utteranceId, preRollMs);
    const preRoll = this.#cutter.end(utteranceId);
    if (preRoll) this.#take(utterance, preRoll);
  }

  endUtterance(utteranceId: number): void {
    if (this.#isClosed) return;
    const utterance = this.#openUtterance();
    if (utterance?.id !== utteranceId) {
      this.#options.onEvent({ type: 'final', utteranceId, text: '' });
      return;
    }
    this.#flush(utterance);
    utterance.isEnded = true;
    if (this.#socket?.isOpen) this.#finalize(utterance);
  }

  hintWords(): void {
    // It has ears.
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#keepAlive);
    clearTimeout(this.#reconnect);
    for (const { timer } of this.#utterances) clearTimeout(timer);
    this.#utterances = [];
    this.#socket?.close();
  }

  #openUtterance(): Utterance | undefined {
    const last = this.#utterances.at(-1);
    return last?.isEnded ? undefined : last;
  }

  #take(utterance: Utterance, samples: Int16Array): void {
    for (let at = 0; at < samples.length; ) {
      const part = samples.subarray(at, at + this.#piece.length - this.#pieceLength);
      this.#piece.set(part, this.#pieceLength);
      this.#pieceLength += part.length;
      at += part.length;
      if (this.#pieceLength === this.#piece.length) this.#flush(utterance);
    }
  }

  #flush(utterance: Utterance): void {
    // An empty message would close the connection.
    if (this.#pieceLength === 0) return;
    // Every machine this runs on is little-endian, as `linear16` is.
    const bytes = new Uint8Array(this.#piece.slice(0, this.#pieceLength).buffer);
    this.#pieceLength = 0;
    utterance.keep(bytes);
    this.#send(utterance, bytes);
  }

  #send(utterance: Utterance, bytes: Uint8Array<ArrayBuffer>): void {
    if (!this.#socket?.isOpen) return;
    this.#sentSamples += bytes.length / 2;
    utterance.to = this.#sentSamples;
    this.#socket.send(bytes);
  }

  #finalize(utterance: Utterance): void {
    const { finalWaitMs } = this.#options.timing;
    this.#socket?.send(controls.finalize);
    clearTimeout(utterance.timer);
    utterance.timer = setTimeout(() => this.#onLate(utterance), finalWaitMs);
  }

  #connect(): void {
    const { settings, query } = this.#options;
    this.#sentSamples = 0;
    this.#socket = new ListeningSocket({
      settings,
      query,
      onOpen: () => this.#sayAgain(),
      onMessage: (message) => this.#onMessage(message),
      onLost: (error) => this.#onLost(error),
    });
  }

  /** On a new connection: all that is not answered yet, in order. */
  #sayAgain(): void {
    for (const utterance of this.#utterances) {
      utterance.startOver(this.#sentSamples);
      for (const piece of utterance.pieces) this.#send(utterance, piece);
      if (utterance.isEnded) this.#finalize(utterance);
    }
  }

  #onMessage(message: ServerMessage): void {
    if (message.type === 'error')
      this.#fail(new ProviderError('refused', `The provider refused: ${message.message}`));
    if (message.type !== 'words') return;
    this.#losses = 0;
    const end = message.endS * this.#options.sampleRateHz;
    // Times come rounded to hundredths of a second.
    const slack = this.#options.sampleRateHz / 50;
    const utterance = this.#utterances.find(({ from, to }) => end > from - 1 && end <= to + slack);
    if (utterance === undefined) return;
    const before = utterance.text;
    utterance.hear(message.text, message.isFinal);
    const isAllFinal = message.isFinal && end >= utterance.to - slack;
    if (utterance.isEnded && (message.isFinalized || isAllFinal)) this.#answer(utterance);
    else if (utterance.text !== '' && utterance.text !== before)
      this.#options.onEvent({ type: 'partial', utteranceId: utterance.id, text: utterance.text });
  }

  /** The vendor says nothing more: what it said counts, unless it said nothing of a sound that was long enough. */
  #onLate(utterance: Utterance): void {
    const { timing, sampleRateHz } = this.#options;
    const isShort = utterance.samples < (shortMs * sampleRateHz) / 1000;
    if (utterance.isHeard || isShort) {
      this.#answer(utterance);
      return;
    }
    utterance.timer = setTimeout(() => {
      if (utterance.isHeard) this.#answer(utterance);
      else this.#fail(new ProviderError('timed_out', 'The recogniser says nothing.'));
    }, timing.lostAfterMs - timing.finalWaitMs);
  }

  #answer(utterance: Utterance): void {
    clearTimeout(utterance.timer);
    this.#utterances = this.#utterances.filter((each) => each !== utterance);
    this.#options.onEvent({ type: 'final', utteranceId: utterance.id, text: utterance.text });
  }

  #onLost(error: ProviderError): void {
    const waitMs = this.#options.timing.reconnectMs[this.#losses];
    this.#losses += 1;
    for (const utterance of this.#utterances) {
      clearTimeout(utterance.timer);
      utterance.losses += 1;
    }
    // A sound that ends every connection it is sent on is not sent for ever.
    const isHopeless = this.#utterances.some(
      ({ losses }) => losses > this.#options.timing.reconnectMs.length,
    );
    if (!error.isRetryable || waitMs === undefined || isHopeless) {
      this.#fail(error);
      return;
    }
    this.#socket = undefined;
    this.#reconnect = setTimeout(() => this.#connect(), waitMs);
  }

  /** Tells each utterance that waits, or the call where none does, and ends. */
  #fail(error: ProviderError): void {
    if (this.#isClosed) return;
    const waiting = this.#utterances.map(({ id }) => id);
    this.close();
    const ids = waiting.length > 0 ? waiting : [null];
    for (const utteranceId of ids) this.#options.onEvent({ type: 'failed', utteranceId, error });
  }
}
