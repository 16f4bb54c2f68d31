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

/** A port that was free a moment ago. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
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
