import { isIPv4 } from 'node:net';
import { bindEventSocket } from './event-socket.ts';
import { bindPolledSocket } from './polled-socket.ts';
import type { RtpSocket } from './rtp-socket.ts';

/** Binds a socket at an IP literal. Rejects when the system refuses, with the reason where it tells one. */
export async function bindRtpSocket(address: string, port: number): Promise<RtpSocket> {
  const polled = isIPv4(address) ? bindPolledSocket(address, port) : undefined;
  return polled ?? (await bindEventSocket(address, port));
}
