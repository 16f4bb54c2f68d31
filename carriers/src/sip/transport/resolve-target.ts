import { lookup, resolveSrv } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { SipUri } from '../message/uri.ts';
import type { Scheduler } from '../scheduler.ts';
import { defaultPortOf, type Protocol } from './flow.ts';

/** Where to send a request. Over TLS the far end proves that it is `serverName` (RFC 5922 section 4). */
export type Target = { protocol: Protocol; address: string; port: number; serverName?: string | undefined };

/** What DNS says, injected so that tests need none. */
export type NameLookups = {
  listServices(
    name: string,
  ): Promise<readonly { name: string; port: number; priority: number; weight: number }[]>;
  listAddresses(name: string): Promise<readonly string[]>;
};

export type Resolver = { resolve(uri: SipUri): Promise<readonly Target[]> };

/** The real DNS. */
export const systemLookups: NameLookups = {
  listServices: (name) => resolveSrv(name),
  listAddresses: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
};

/** How long an answer is used again; the resolver does not tell how long it may be. */
const keepMs = 60_000;
const maxKept = 1000;
/** Names of the SRV records (RFC 3263 section 4.2). */
const services: Record<Protocol, string> = { UDP: '_sip._udp', TCP: '_sip._tcp', TLS: '_sips._tcp' };

/**
 * Finds the targets of a URI, best first (RFC 3263 section 4, without NAPTR): an IP literal, a name with a
 * port, or a name whose SRV records are asked first. Rejects when there is none.
 */
export function createResolver(scheduler: Scheduler, lookups: NameLookups = systemLookups): Resolver {
  const kept = new Map<string, { untilMs: number; targets: readonly Target[] }>();
  return {
    async resolve(uri) {
      const protocol = findProtocol(uri);
      if (isIP(uri.host)) return [toTarget(uri, protocol ?? 'UDP', uri.host, uri.port)];
      const key = `${uri.host.toLowerCase()} ${uri.port ?? ''} ${protocol ?? ''}`;
      const known = kept.get(key);
      if (known && known.untilMs > scheduler.nowMs()) return known.targets;
      const targets = await find(uri, protocol, lookups);
      if (targets.length === 0) throw new Error('The name of the far end has no address.');
      const oldest = kept.keys().next().value;
      if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
      kept.set(key, { untilMs: scheduler.nowMs() + keepMs, targets });
      return targets;
    },
  };
}

async function find(uri: SipUri, protocol: Protocol | undefined, lookups: NameLookups): Promise<Target[]> {
  if (uri.port === undefined) {
    for (const wanted of protocol ? [protocol] : (['UDP', 'TCP'] as const)) {
      const found = await lookups.listServices(`${services[wanted]}.${uri.host}`).catch(() => []);
      const ordered = [...found].sort(
        (left, right) => left.priority - right.priority || right.weight - left.weight,
      );
      const targets: Target[] = [];
      for (const service of ordered.slice(0, 8)) {
        const addresses = await lookups.listAddresses(service.name).catch(() => []);
        targets.push(...addresses.map((address) => toTarget(uri, wanted, address, service.port)));
      }
      if (targets.length > 0) return targets;
    }
  }
  const addresses = await lookups.listAddresses(uri.host).catch(() => []);
  return addresses.map((address) => toTarget(uri, protocol ?? 'UDP', address, uri.port));
}

/** Undefined where the URI leaves it open (RFC 3263 section 4.1). */
function findProtocol(uri: SipUri): Protocol | undefined {
  const named = uri.parameters.get('transport')?.toUpperCase();
  const isSpoken = named === 'UDP' || named === 'TCP' || named === 'TLS';
  if (uri.scheme === 'tel' || (named !== undefined && !isSpoken)) {
    throw new Error('Only SIP over UDP, TCP and TLS is spoken.');
  }
  // A `sips` address may say TCP, and means TLS over it (RFC 3261 section 26.2.2).
  return uri.scheme === 'sips' ? 'TLS' : isSpoken ? named : undefined;
}

function toTarget(uri: SipUri, protocol: Protocol, address: string, port = defaultPortOf(protocol)): Target {
  return { protocol, address, port, serverName: protocol === 'TLS' ? uri.host : undefined };
}
