import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';

/**
 * The address of ours that packets to `remoteAddress` would leave from, by the routing table: a UDP socket
 * that is connected sends nothing. Undefined when there is no way there.
 */
export function findLocalAddress(remoteAddress: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket({
      type: isIPv6(remoteAddress) ? 'udp6' : 'udp4',
      lookup: (host, _options, done) => done(null, host, isIPv6(host) ? 6 : 4),
    });
    const finish = (address: string | undefined) => {
      socket.close();
      resolve(address);
    };
    socket.once('error', () => finish(undefined));
    // Port 9 is discard (RFC 863); any would do.
    socket.connect(9, remoteAddress, () => finish(socket.address().address));
  });
}

export function isWildcard(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}

/** 127.0.0.0/8 (RFC 1122 section 3.2.1.3) and ::1 (RFC 4291 section 2.5.3). */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address);
}

/** RFC 1918, RFC 6598 and RFC 3927: an address that means nothing outside its own network. */
export function isPrivate(address: string): boolean {
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|169\.254\.)/.test(
    address,
  );
}
