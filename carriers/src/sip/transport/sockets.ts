import type { RemoteInfo, Socket as UdpSocket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import type { Server, Socket } from 'node:net';
import { connect, createServer, isIPv6 } from 'node:net';

/** Rejects after this long without an answer to our SYN. */
const connectMs = 8000;

/** A bound UDP socket. Addresses are IP literals, so that nothing is looked up per packet. */
export function bindUdp(
  host: string,
  port: number,
  onMessage: (data: Buffer, remote: { address: string; port: number }, socket: UdpSocket) => void,
): Promise<UdpSocket> {
  return new Promise((resolve, reject) => {
    const socket = createSocket({
      type: isIPv6(host) ? 'udp6' : 'udp4',
      ipv6Only: isIPv6(host),
      // Bursts of a busy minute wait here while the thread does something else.
      recvBufferSize: 1 << 20,
      lookup: (address, _options, done) => done(null, address, isIPv6(address) ? 6 : 4),
    });
    socket.once('error', reject);
    socket.on('message', (data: Buffer, remote: RemoteInfo) =>
      onMessage(data, { address: remote.address.replace(/%.*$/, ''), port: remote.port }, socket),
    );
    socket.bind(port, host, () => {
      socket.off('error', reject);
      // Errors of single packets come to the sender's callback; the socket lives on.
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

export function listenTcp(
  host: string,
  port: number,
  onConnection: (socket: Socket) => void,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(onConnection);
    server.once('error', reject);
    server.listen({ port, host, ipv6Only: isIPv6(host) }, () => {
      server.off('error', reject);
      server.on('error', () => undefined);
      resolve(server);
    });
  });
}

export function connectTcp(address: string, port: number, localAddress: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, localAddress });
    const giveUp = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(connectMs, () => giveUp(new Error('The connection attempt timed out.')));
    socket.once('error', giveUp);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.removeAllListeners('timeout');
      socket.off('error', giveUp);
      resolve(socket);
    });
  });
}
