import { type SrtpSuite, srtpSuites } from '../media-messages.ts';

/** A key as a description tells it (RFC 4568): under this tag it is chosen. */
export type OfferedKey = { tag: number; suite: SrtpSuite; key: string };

/** What the parser makes of an `a=crypto` line. */
type CryptoLine = { id: number | string; suite: string; config: string; sessionConfig?: string };

/** Packets that one key must be good for, where its life is told: nearly six hours of a call (50 packets a second). */
const leastPackets = 2 ** 20;
/** A bound against hostile input. */
const mostLines = 32;

/**
 * The keys that we can use, in their order. Left out are other suites, keys with an identifier in each packet (MKI) or
 * a short life, and those with parameters that change how packets are protected (RFC 4568 sections 6.1 and 6.3).
 */
export function readKeys(lines: readonly CryptoLine[] | undefined): OfferedKey[] {
  return (lines ?? []).slice(0, mostLines).flatMap((line) => {
    const suite = srtpSuites.find((one) => one === line.suite);
    const match = /^inline:([A-Za-z0-9+/]{40})(?:\|(2\^)?(\d{1,15}))?$/.exec(String(line.config));
    const tag = Number(line.id);
    if (!suite || !match || line.sessionConfig || !Number.isInteger(tag) || tag < 0) return [];
    const life = match[3] === undefined ? leastPackets : Number(match[3]);
    if ((match[2] ? 2 ** life : life) < leastPackets) return [];
    return [{ tag, suite, key: match[1]! }];
  });
}

/** The line that tells a key (RFC 4568 section 9.1). */
export function writeKey({ tag, suite, key }: OfferedKey): string {
  return `a=crypto:${tag} ${suite} inline:${key}`;
}
