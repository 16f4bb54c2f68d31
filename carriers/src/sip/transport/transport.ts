import type { Socket as UdpSocket } from 'node:dgram';
import type { Server, Socket } from 'node:net';
import { isIPv6 } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import type { SipRequest, SipResponse } from '../message/message.ts';
import { formatMessage } from '../message/message.ts';
import { parseDatagram } from '../message/parse-message.ts';
import type { Scheduler } from '../scheduler.ts';
import { type Flow, isReliable, type OnParsed } from './flow.ts';
import { findLocalAddress, isLoopback, isWildcard } from './local-address.ts';
import type { Target } from './resolve-target.ts';
import { bindUdp, connectTcp, connectTls, listenTcp, listenTls } from './sockets.ts';
import { TcpConnection } from './tcp-connection.ts';
import type { TlsIdentity } from './tls-identity.ts';

export type TransportOptions = {
  /** IP literal; `0.0.0.0` for every interface. */
  host: string;
  /** 0 takes a free one. */
  port: number;
  tls: TlsIdentity;
  scheduler: Scheduler;
  onParsed: OnParsed;
  /** Whether a connection from there may be opened at all. */
  canConnect(address: string): boolean;
  onClosed?: (connection: TcpConnection) => void;
};

/** Connections in and out at once; a bound against hostile input. */
const maxConnections = 2000;
/** Senders whose way back is being looked up at once; datagrams beyond are dropped, as networks do. */
const maxLookups = 50;

/** The sockets of one process (RFC 3261 section 18): UDP and TCP on one port, TLS on the next. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #udp = new Map<string, UdpSocket>();
  readonly #servers: Server[] = [];
  readonly #tlsServers: TlsServer[] = [];
  readonly #connections = new Set<TcpConnection>();
  readonly #pending = new Map<string, Promise<Flow>>();
  readonly #localAddresses = new Map<string, string>();
  #port = 0;
  #isClosed = false;
  #lookups = 0;

  /** Rejects when the port is taken. Where the host is loopback or a wildcard, IPv6 is added if it is free. */
  static async open(options: TransportOptions): Promise<Transport> {
    const transport = new Transport(options);
    try {
      await transport.#listen(options.host, options.port);
    } catch (cause) {
      transport.close();
      const isTaken = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
      const { port = options.port } = cause as { port?: number };
      const place = `${options.host}:${port}`;
      throw new Error(
        isTaken
          ? `${port === options.port ? 'SIP_PORT' : 'The port for TLS, next to SIP_PORT,'} is taken: ${place} belongs to another program.`
          : `SIP cannot listen on ${place}.`,
        { cause },
      );
    }
    const second = options.host === '127.0.0.1' ? '::1' : options.host === '0.0.0.0' ? '::' : undefined;
    if (second !== undefined) await transport.#listen(second, transport.#port).catch(() => undefined);
    return transport;
  }

  private constructor(options: TransportOptions) {
    this.#options = options;
  }

  get port(): number {
    return this.#port;
  }

  /** Where TLS is listened on, with a certificate of ours. */
  get tlsPort(): number {
    return this.#port + 1;
  }

  get listensOverTls(): boolean {
    return this.#tlsServers.length > 0;
  }

  /** Addresses that are listened on. */
  get addresses(): readonly string[] {
    return [...this.#udp.keys()];
  }

  /** Open sockets and connections. */
  get sockets(): number {
    return this.#udp.size + this.#servers.length + this.#tlsServers.length + this.#connections.size;
  }

  /** Rejects when the message could not be handed to the network. */
  send(message: SipRequest | SipResponse, flow: Flow): Promise<void> {
    const text = formatMessage(message);
    if (isReliable(flow)) {
      return flow.connection?.write(text)
        ? Promise.resolve()
        : Promise.reject(new Error('The connection is closed.'));
    }
    const socket = this.#udpSocketFor(flow);
    if (!socket) return Promise.reject(new Error('No socket for this kind of address.'));
    return new Promise((resolve, reject) => {
      socket.send(text, flow.port, flow.address, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** The way to an address: over TCP and TLS the open connection, or a new one. Rejects when there is none. */
  async openFlow({ protocol, address, port, serverName }: Target): Promise<Flow> {
    if (this.#isClosed) throw new Error('The SIP service is closed.');
    if (protocol === 'UDP') {
      return {
        protocol,
        address,
        port,
        localAddress: await this.#localAddressFor(address),
        localPort: this.#port,
      };
    }
    const proof = protocol === 'TLS' ? (serverName ?? address) : undefined;
    for (const { flow, isOpen, serverName: provedAs } of this.#connections) {
      const isOne = flow.protocol === protocol && flow.address === address && flow.port === port;
      if (isOpen && isOne && provedAs === proof) return flow;
    }
    const key = `${protocol} ${address} ${port} ${proof}`;
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const opening = this.#localAddressFor(address)
      .then((localAddress) =>
        proof === undefined
          ? connectTcp(address, port, localAddress)
          : connectTls(address, port, localAddress, {
              serverName: proof,
              secureContext: this.#options.tls.context,
            }),
      )
      .then((socket) => this.#adopt(socket, protocol, proof).flow)
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, opening);
    return opening;
  }

  /** Shows a renewed certificate to those who connect from now on. */
  renewTls(): void {
    for (const server of this.#tlsServers) server.setSecureContext(this.#options.tls.serverOptions);
  }

  close(): void {
    this.#isClosed = true;
    for (const socket of this.#udp.values()) socket.close();
    for (const server of [...this.#servers, ...this.#tlsServers]) server.close();
    for (const connection of this.#connections) connection.close();
    this.#udp.clear();
    this.#servers.length = 0;
    this.#tlsServers.length = 0;
  }

  async #listen(host: string, port: number): Promise<void> {
    const udp = await bindUdp(host, port, (data, remote, socket) => {
      // Keep-alives of up to four bytes carry nothing (RFC 5626 section 3.5.1).
      if (data.length <= 4) return;
      this.#receiveDatagram(data, remote, socket);
    });
    this.#udp.set(host, udp);
    this.#port = udp.address().port;
    const isWelcome = (socket: Socket) => {
      const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
      return this.#connections.size < maxConnections && this.#options.canConnect(address);
    };
    const server = await listenTcp(host, this.#port, (socket) => {
      if (isWelcome(socket)) this.#adopt(socket, 'TCP');
      else socket.destroy();
    });
    this.#servers.push(server);
    const { tls } = this.#options;
    if (!tls.canListen) return;
    const onConnection = (socket: Socket) => this.#adopt(socket, 'TLS');
    this.#tlsServers.push(
      await listenTls(host, this.tlsPort, tls.serverOptions, { isWelcome, onConnection }),
    );
  }

  #receiveDatagram(data: Buffer, remote: { address: string; port: number }, socket: UdpSocket): void {
    const bound = socket.address().address;
    const flow = (localAddress: string): Flow => ({
      protocol: 'UDP',
      ...remote,
      localAddress,
      localPort: this.#port,
    });
    const parsed = parseDatagram(data);
    const known = isWildcard(bound) ? this.#localAddresses.get(remote.address) : bound;
    if (known !== undefined) this.#options.onParsed(parsed, flow(known));
    else {
      if (this.#lookups >= maxLookups) return;
      this.#lookups++;
      void this.#localAddressFor(remote.address)
        .then(
          (address) => this.#isClosed || this.#options.onParsed(parsed, flow(address)),
          () => undefined,
        )
        .finally(() => this.#lookups--);
    }
  }

  #adopt(socket: Socket, protocol: 'TCP' | 'TLS', serverName?: string): TcpConnection {
    const connection = new TcpConnection({
      socket,
      protocol,
      serverName,
      localPort: this.#reachablePort(protocol, socket),
      scheduler: this.#options.scheduler,
      onParsed: this.#options.onParsed,
      onClosed: (closed) => {
        this.#connections.delete(closed);
        this.#options.onClosed?.(closed);
      },
    });
    this.#connections.add(connection);
    return connection;
  }

  /** Where nothing listens for TLS, the connection itself is the only way back: its own port leads to it. */
  #reachablePort(protocol: 'TCP' | 'TLS', socket: Socket): number {
    if (protocol === 'TCP') return this.#port;
    return this.listensOverTls ? this.tlsPort : (socket.localPort ?? this.tlsPort);
  }

  /** The bound address of the right kind, or for a wildcard the one that the routes say. */
  async #localAddressFor(remoteAddress: string): Promise<string> {
    const bound = this.addresses.find((address) => isIPv6(address) === isIPv6(remoteAddress));
    if (bound === undefined) throw new Error('No socket for this kind of address.');
    if (!isWildcard(bound)) {
      if (isLoopback(bound) && !isLoopback(remoteAddress)) {
        throw new Error('SIP_HOST is a loopback address: only this machine can be reached.');
      }
      return bound;
    }
    const known = this.#localAddresses.get(remoteAddress);
    if (known !== undefined) return known;
    const found = await findLocalAddress(remoteAddress);
    if (found === undefined) throw new Error('No route to the address.');
    // Bounded: the oldest goes first. Addresses of ours rarely change; a restart forgets them.
    if (this.#localAddresses.size >= 1000) {
      const oldest = this.#localAddresses.keys().next().value;
      if (oldest !== undefined) this.#localAddresses.delete(oldest);
    }
    this.#localAddresses.set(remoteAddress, found);
    return found;
  }

  #udpSocketFor(flow: Flow): UdpSocket | undefined {
    const exact = this.#udp.get(flow.localAddress);
    if (exact) return exact;
    const bound = this.addresses.find((address) => isIPv6(address) === isIPv6(flow.address));
    return bound === undefined ? undefined : this.#udp.get(bound);
  }
}
