/** Where a datagram came from. Kept by nobody: the object may be reused. */
export type DatagramSource = { readonly address: string; readonly port: number };

/** Takes a datagram that came `ageMs` ago. `bytes` are valid during the call only. */
export type DatagramListener = (bytes: Uint8Array, from: DatagramSource, ageMs: number) => void;

/** The socket that carries the audio of a leg. What cannot be sent is a lost packet, and told to nobody. */
export interface RtpSocket {
  /** One listener. */
  onDatagram(listener: DatagramListener): void;
  /**
   * Hands over what has come since the last time; does nothing where datagrams come by themselves. `wallMs`: now, in
   * ms since 1970.
   */
  poll(wallMs: number): void;
  /** Sends to an IP literal of the socket's family. The content may change afterwards only after the next tick. */
  sendTo(bytes: Uint8Array, port: number, address: string): void;
  /** Sends to where the socket is connected. */
  send(bytes: Uint8Array): void;
  /** Connects to an IP literal: only that far end is heard from now on. False when the system refuses. */
  connect(port: number, address: string): boolean;
  disconnect(): void;
  /** May be called twice. */
  close(): void;
}

/** Two seconds of packets with their bookkeeping, should the thread stall. */
export const receiveBufferBytes = 128 * 1024;
