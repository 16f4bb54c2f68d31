import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { CallOffer, CarrierConnection, LegEvent, OfferDecision, SipTlsFiles } from '../../carrier.ts';
import type { SipService, SipServiceParts } from '../sip-service.ts';
import { openSipService } from '../sip-service.ts';
import { TestingMedia } from './testing-media.ts';

/** A SIP service on a free port of this machine, with what happened to it. */
export type TestingService = {
  service: SipService;
  media: TestingMedia;
  port: number;
  /** Calls that were offered, with what their legs told. */
  calls: { offer: CallOffer; events: LegEvent[] }[];
  logs: string[];
  /** What the next calls are answered. */
  decide: (offer: CallOffer) => Promise<OfferDecision> | OfferDecision;
};

export async function openTestingService(
  options: {
    connections?: readonly CarrierConnection[];
    host?: string;
    port?: number;
    tls?: SipTlsFiles;
  } & SipServiceParts = {},
): Promise<TestingService> {
  const { connections = [], host = '127.0.0.1', port: wanted, tls, ...parts } = options;
  const media = new TestingMedia();
  const port = wanted ?? (await findFreePort());
  const testing: Omit<TestingService, 'service'> = {
    media,
    port,
    calls: [],
    logs: [],
    decide: () => ({ answer: true }),
  };
  const service = await openSipService(
    {
      environment: {
        sipHost: host,
        sipPort: port,
        ...(tls && { sipTls: tls }),
        rtpPortMin: 42_000,
        rtpPortMax: 43_999,
        productName: 'Parley',
        publicUrl: 'http://localhost:3000',
        processUrl: 'http://localhost:3000',
      },
      connections,
      media,
      onNumbers: () => undefined,
      async onOffer(offer) {
        const events: LegEvent[] = [];
        testing.calls.push({ offer, events });
        offer.leg.onEvent((event) => events.push(event));
        return testing.decide(offer);
      },
      log: (level, sentence) => testing.logs.push(`${level} ${sentence}`),
    },
    // Far ends of tests do not always answer BYE.
    { closeMs: 50, ...parts },
  );
  return Object.assign(testing, { service });
}

/**
 * A port that was free for TCP and UDP a moment ago. It lies below the range from which the system gives ports to
 * sockets that name none (Linux: 32768 and up), so that no other test is given it meanwhile.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const port = 10_000 + Math.floor(Math.random() * 10_000);
    // TLS takes the next one.
    const free = [isFree(port, 'tcp'), isFree(port, 'udp'), isFree(port + 1, 'tcp')];
    if ((await Promise.all(free)).every(Boolean)) return port;
  }
  throw new Error('No free port was found.');
}

/**
 * The first, even one of `count` UDP ports in a row that were free a moment ago: several test runs share a machine.
 * They lie between the ports of `findFreePort` and those that the system gives.
 */
export async function findFreePorts(count: number): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const first = 20_000 + 2 * Math.floor((Math.random() * (12_000 - count)) / 2);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if ((await Promise.all(ports.map((port) => isFree(port, 'udp')))).every(Boolean)) return first;
  }
  throw new Error(`No ${count} free ports were found.`);
}

function isFree(port: number, transport: 'tcp' | 'udp'): Promise<boolean> {
  return new Promise((resolve) => {
    if (transport === 'tcp') {
      const server = createServer().once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    } else {
      const socket = createSocket('udp4').once('error', () => resolve(false));
      socket.bind(port, '127.0.0.1', () => socket.close(() => resolve(true)));
    }
  });
}

/** Whether another program has the port for TCP or UDP, as Linux tells: to bind it would take it from a starting one. */
export function isTaken(port: number): boolean {
  const hex = `:${port.toString(16).toUpperCase().padStart(4, '0')} `;
  return ['udp', 'tcp'].some((name) => readFileSync(`/proc/net/${name}`, 'utf8').includes(hex));
}

/** Only what never comes is waited for this long, on however slow a machine. */
export const patienceMs = 30_000;

/** Waits until `isTrue`, looking often. */
export async function until(isTrue: () => boolean, what: string): Promise<void> {
  const endMs = performance.now() + patienceMs;
  while (!isTrue()) {
    if (performance.now() > endMs) throw new Error(`Waited in vain: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
