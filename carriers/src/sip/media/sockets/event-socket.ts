import { createSocket, type Socket } from 'node:dgram';
import { isIP } from 'node:net';
import { type DatagramListener, type RtpSocket, receiveBufferBytes } from './rtp-socket.ts';

/** Binds a socket of Node's, whose datagrams come as events: for every system and both families. */
export async function bindEventSocket(address: string, port: number): Promise<RtpSocket> {
  return new EventSocket(await bindDatagramSocket(address, port));
}

class EventSocket implements RtpSocket {
  readonly #socket: Socket;
  #isClosed = false;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  onDatagram(listener: DatagramListener): void {
    this.#socket.on('message', (bytes, from) => listener(bytes, from, 0));
  }

  poll(): void {}

  // Without a callback: a far end that stays away is found by its own silence, and a callback would cost a turn of the
  // task queue per packet.
  sendTo(bytes: Uint8Array, port: number, address: string): void {
    this.#socket.send(bytes, port, address);
  }

  send(bytes: Uint8Array): void {
    this.#socket.send(bytes);
  }

  /** Done at once, as the address is no name; what fails is told to the listener for errors, whom nobody needs. */
  connect(port: number, address: string): boolean {
    try {
      this.#socket.connect(port, address);
      // Throws when it is not.
      this.#socket.remoteAddress();
      return true;
    } catch {
      return false;
    }
  }

  disconnect(): void {
    this.#socket.disconnect();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.close();
  }
}

/** A bound datagram socket that no error ends. */
export function bindDatagramSocket(address: string, port: number): Promise<Socket> {
  const family = isIP(address) === 6 ? 6 : 4;
  const socket = createSocket({
    type: family === 6 ? 'udp6' : 'udp4',
    // Destinations are IP literals: the system's resolver would be asked for every packet otherwise.
    lookup: (hostname, _options, callback) => callback(null, hostname, family),
    recvBufferSize: receiveBufferBytes,
  });
  return new Promise((resolve, reject) => {
    const onError = (error: Error) => {
      socket.close();
      reject(error);
    };
    socket.once('error', onError);
    socket.bind(port, address, () => {
      socket.off('error', onError);
      // An unreachable far end or an interface that goes away must not end the process; the timeout will tell.
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}
