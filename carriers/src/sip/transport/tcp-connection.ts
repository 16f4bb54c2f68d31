import type { Socket } from 'node:net';
import { StreamFraming } from '../message/stream-framing.ts';
import type { Scheduler } from '../scheduler.ts';
import { TimerSet } from '../scheduler.ts';
import type { Flow, OnParsed } from './flow.ts';

export type TcpConnectionOptions = {
  socket: Socket;
  protocol: 'TCP' | 'TLS';
  /** To whom we have opened it over TLS: the far end has proved to be that. */
  serverName?: string | undefined;
  /** Port that Via and Contact name: the listening one, where there is one, not that of an outgoing connection. */
  localPort: number;
  scheduler: Scheduler;
  onParsed: OnParsed;
  onClosed(connection: TcpConnection): void;
};

/** Bytes that may wait for a peer that does not read; beyond, the connection is given up. */
const maxWaitingBytes = 262_144;
/** A connection that has not said one whole message by then is closed. */
const firstMessageMs = 10_000;
/** How long a peer may take to read why its connection ends. */
const farewellMs = 1000;
/** Well above the 120 s of client keep-alives over TCP (RFC 5626 section 4.4.1). */
const idleMs = 600_000;

/** One TCP connection, in or out, with TLS or without. */
export class TcpConnection {
  readonly flow: Flow;
  readonly serverName: string | undefined;
  readonly #socket: Socket;
  readonly #framing = new StreamFraming();
  readonly #timers: TimerSet;
  readonly #options: TcpConnectionOptions;

  constructor(options: TcpConnectionOptions) {
    const { socket, protocol, localPort } = options;
    this.#options = options;
    this.#socket = socket;
    this.serverName = options.serverName;
    this.#timers = new TimerSet(options.scheduler);
    this.flow = {
      protocol,
      address: (socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
      port: socket.remotePort ?? 0,
      localAddress: (socket.localAddress ?? '').replace(/^::ffff:/, ''),
      localPort,
      connection: this,
    };
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 60_000);
    socket.on('data', (data: Buffer) => this.#receive(data));
    socket.on('error', () => this.close());
    socket.on('close', () => this.#finish());
    this.#timers.set('idle', firstMessageMs, () => this.close());
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  /** Sends text. False when the connection is gone or its peer does not read. */
  write(text: string): boolean {
    if (!this.isOpen) return false;
    this.#socket.write(text);
    if (this.#socket.writableLength > maxWaitingBytes) this.close();
    return this.isOpen;
  }

  close(): void {
    this.#socket.destroy();
    this.#timers.clearAll();
  }

  #receive(data: Buffer): void {
    const framed = this.#framing.push(data);
    for (const parsed of framed.parsed) {
      if (parsed.message) this.#keepOpen();
      this.#options.onParsed(parsed, this.flow);
    }
    if (framed.pings > 0) {
      this.#keepOpen();
      this.write('\r\n');
    }
    if (framed.isBroken) {
      this.#socket.end();
      this.#timers.set('idle', farewellMs, () => this.close());
    }
  }

  #keepOpen(): void {
    if (this.isOpen) this.#timers.set('idle', idleMs, () => this.close());
  }

  #finish(): void {
    this.#timers.clearAll();
    this.#options.onClosed(this);
  }
}
