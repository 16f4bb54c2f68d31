import type { RemoteInfo, Socket as UdpSocket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import type { Server, Socket, TcpNetConnectOpts } from 'node:net';
import { connect, createServer, isIPv6 } from 'node:net';
import type {
  ConnectionOptions,
  SecureContext,
  SecureContextOptions,
  TLSSocket,
  Server as TlsServer,
} from 'node:tls';
import { connect as connectSecure, createServer as createSecureServer } from 'node:tls';
import { proofOf } from './tls-identity.ts';

/** Rejects after this long without a connection that stands. */
const connectMs = 8000;
/** A peer that has connected and does not get on with TLS is left. */
const handshakeMs = 10_000;

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
  return listen(createServer(onConnection), host, port);
}

/** `isWelcome` is asked before a byte is read, `onConnection` is told when the connection is safe. */
export function listenTls(
  host: string,
  port: number,
  options: SecureContextOptions,
  on: { isWelcome(socket: Socket): boolean; onConnection(socket: TLSSocket): void },
): Promise<TlsServer> {
  const server = createSecureServer({ ...options, handshakeTimeout: handshakeMs }, on.onConnection);
  server.prependListener('connection', (socket) => {
    if (!on.isWelcome(socket)) socket.destroy();
  });
  return listen(server, host, port);
}

function listen<Kind extends Server>(server: Kind, host: string, port: number): Promise<Kind> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, ipv6Only: isIPv6(host) }, () => {
      server.off('error', reject);
      server.on('error', () => undefined);
      resolve(server);
    });
  });
}

/** Rejects with a sentence for people. */
export function connectTcp(address: string, port: number, localAddress: string): Promise<Socket> {
  return whenOpen(connect({ host: address, port, localAddress }), 'connect', { address, port });
}

/** Rejects with a sentence for people, also where the far end does not prove to be `serverName`. */
export function connectTls(
  address: string,
  port: number,
  localAddress: string,
  proof: { serverName: string; secureContext: SecureContext },
): Promise<TLSSocket> {
  const { serverName, secureContext } = proof;
  const options: ConnectionOptions & TcpNetConnectOpts = {
    ...{ host: address, port, localAddress, secureContext },
    ...proofOf(serverName),
  };
  return whenOpen(connectSecure(options), 'secureConnect', { address, port, serverName });
}

type Wanted = { address: string; port: number; serverName?: string };

function whenOpen<Kind extends Socket>(
  socket: Kind,
  event: 'connect' | 'secureConnect',
  wanted: Wanted,
): Promise<Kind> {
  return new Promise((resolve, reject) => {
    const giveUp = (cause: NodeJS.ErrnoException) => {
      socket.destroy();
      reject(new Error(sentenceOf(cause, wanted), { cause }));
    };
    socket.setTimeout(connectMs, () => giveUp(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    socket.once('error', giveUp);
    socket.once(event, () => {
      socket.setTimeout(0);
      socket.removeAllListeners('timeout');
      socket.off('error', giveUp);
      resolve(socket);
    });
  });
}

/** Why there is no connection, for staff who set up a trunk. */
function sentenceOf(
  error: NodeJS.ErrnoException & { reason?: string },
  { address, port, serverName }: Wanted,
): string {
  const { code = '', message, reason = message } = error;
  const place = `${address}, port ${port}`;
  if (code === 'ECONNREFUSED') return `Nothing answers at ${place}.`;
  if (code === 'ETIMEDOUT') return `${place} did not answer in time.`;
  if (code === 'ECONNRESET' || code === 'EPIPE') return `${place} closed the connection at once.`;
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return `There is no way to ${place}.`;
  if (code.startsWith('ERR_SSL')) return `${place} does not speak TLS with us: ${reason}.`;
  // Reasons to refuse a certificate have names of their own (X509_V_ERR_* of OpenSSL, without the beginning).
  const isOfCertificate =
    serverName !== undefined && (!code.startsWith('E') || code.startsWith('ERR_TLS_CERT'));
  if (isOfCertificate) {
    // What follows the semicolon is advice on how to start the runtime.
    return `The certificate of ${serverName} is not to be trusted: ${message.split(';')[0]}.`;
  }
  return `${place} cannot be reached: ${message}.`;
}
