import type { Parsed } from '../message/parse-message.ts';
import type { TcpConnection } from './tcp-connection.ts';

export type Protocol = 'UDP' | 'TCP' | 'TLS';

/** Of a server that names no port (RFC 3261 section 19.1.2). */
export function defaultPortOf(protocol: Protocol | Lowercase<Protocol>): number {
  return protocol.toUpperCase() === 'TLS' ? 5061 : 5060;
}

/** The way to one peer, and the way a message came (RFC 5626 section 3.1 calls it a flow). */
export type Flow = {
  protocol: Protocol;
  /** IP literal of the far end. */
  address: string;
  port: number;
  /** Our address as the far end can reach it: for Via, Contact and media. */
  localAddress: string;
  localPort: number;
  /** TCP and TLS only. */
  connection?: TcpConnection;
};

export type OnParsed = (parsed: Parsed, flow: Flow) => void;

/** Whether nothing is lost on this way, so that nothing is sent twice (RFC 3261 section 17). */
export function isReliable(flow: Flow): boolean {
  return flow.protocol !== 'UDP';
}
