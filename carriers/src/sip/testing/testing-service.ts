import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import type { CallOffer, CarrierConnection, LegEvent, OfferDecision } from '../../carrier.ts';
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
  } & SipServiceParts = {},
): Promise<TestingService> {
  const { connections = [], host = '127.0.0.1', port: wanted, ...parts } = options;
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
        rtpPortMin: 42_000,
        rtpPortMax: 43_999,
        productName: 'Parley',
      },
      connections,
      media,
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
    if ((await isFree(port, 'tcp')) && (await isFree(port, 'udp'))) return port;
  }
  throw new Error('No free port was found.');
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

/** Waits until `isTrue`, looking often; fails after five seconds. */
export async function until(isTrue: () => boolean, what: string, withinMs = 5000): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (!isTrue()) {
    if (performance.now() > endMs) throw new Error(`Waited in vain: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
