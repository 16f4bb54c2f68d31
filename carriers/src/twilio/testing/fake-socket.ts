import type { FarEndSocket } from '../../carrier.ts';

/** A socket of Twilio's, as the server sees it. */
export class FakeSocket implements FarEndSocket {
  unsentBytes = 0;
  readonly sent: string[] = [];
  closed: number | undefined;
  #onMessage: (message: Uint8Array | string) => void = () => undefined;
  readonly #onClose: (() => void)[] = [];

  send(message: Uint8Array | string): void {
    this.sent.push(String(message));
  }
  onMessage(listener: (message: Uint8Array | string) => void): void {
    this.#onMessage = listener;
  }
  onClose(listener: () => void): void {
    if (this.closed === undefined) this.#onClose.push(listener);
    else listener();
  }
  close(code: number): void {
    if (this.closed !== undefined) return;
    this.closed = code;
    for (const listener of this.#onClose) listener();
  }
  /** Twilio sends. */
  say(message: Uint8Array | string | object): void {
    this.#onMessage(
      message instanceof Uint8Array || typeof message === 'string' ? message : JSON.stringify(message),
    );
  }
  /** The network breaks. */
  vanish(): void {
    this.close(1006);
  }
}
