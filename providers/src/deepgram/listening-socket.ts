import { ProviderError } from '@parley/engine/interfaces/provider-error';
import { askWhyRefused } from './ask-why-refused.ts';
import { controls, readMessage, type ServerMessage } from './messages.ts';
import { authorization, type DeepgramSettings, endpoint } from './settings.ts';

/** So much unsent means that the line to the vendor has stalled: 16 s of sound at 8 kHz. */
const maxUnsentBytes = 256 * 1024;

export type ListeningSocketOptions = {
  settings: DeepgramSettings;
  /** Everything the recogniser is told of the sound, as a query. */
  query: URLSearchParams;
  onOpen: () => void;
  onMessage: (message: ServerMessage) => void;
  /** The connection never came, or is gone. Told once, and not after `close`. */
  onLost: (error: ProviderError) => void;
};

/** One connection to the recogniser. What is sent before it is open is dropped. */
export class ListeningSocket {
  readonly #options: ListeningSocketOptions;
  readonly #socket: WebSocket;
  readonly #asking = new AbortController();
  #wasOpen = false;
  #isOver = false;

  constructor(options: ListeningSocketOptions) {
    this.#options = options;
    const { settings, query } = options;
    const url = endpoint(settings, `/v1/listen?${query}`).replace(/^http/, 'ws');
    this.#socket = new WebSocket(url, { headers: authorization(settings) });
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.addEventListener('open', () => {
      this.#wasOpen = true;
      if (this.#isOver) this.#leave();
      else this.#options.onOpen();
    });
    this.#socket.addEventListener('message', ({ data }) => this.#onMessage(data));
    this.#socket.addEventListener('close', ({ reason }) => this.#onClose(reason));
    // What went wrong is told by the `close` that follows.
    this.#socket.addEventListener('error', () => undefined);
  }

  get isOpen(): boolean {
    return !this.#isOver && this.#socket.readyState === WebSocket.OPEN;
  }

  send(data: string | Uint8Array<ArrayBuffer>): void {
    if (!this.isOpen) return;
    this.#socket.send(data);
    if (this.#socket.bufferedAmount > maxUnsentBytes)
      this.#lose(new ProviderError('unavailable', 'The line to the provider has stalled.'));
  }

  /** Ends it; nothing is told afterwards. */
  close(): void {
    this.#isOver = true;
    this.#asking.abort();
    this.#leave();
  }

  #onMessage(data: unknown): void {
    if (this.#isOver) return;
    const message = readMessage(data);
    if (message === undefined)
      this.#lose(new ProviderError('malformed', 'The provider sent something that cannot be read.'));
    else this.#options.onMessage(message);
  }

  #onClose(reason: string): void {
    if (this.#isOver) return;
    if (this.#wasOpen) {
      // DATA-...: the sound cannot be read. NET-...: one side heard nothing of the other for too long.
      const kind = reason.startsWith('DATA-') ? 'refused' : 'unavailable';
      this.#lose(new ProviderError(kind, `The provider ended the connection${reason && ` (${reason})`}.`));
      return;
    }
    const { settings, query } = this.#options;
    void askWhyRefused({
      url: endpoint(settings, `/v1/listen?${query}`),
      headers: authorization(settings),
      apiKey: settings.apiKey,
      signal: this.#asking.signal,
    }).then((error) => this.#lose(error));
  }

  #lose(error: ProviderError): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#leave();
    this.#options.onLost(error);
  }

  #leave(): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(controls.closeStream);
    if (this.#socket.readyState <= WebSocket.OPEN) this.#socket.close(1000);
  }
}
