import { BlockList } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What an operator may open with ALLOW_PRIVATE_ADDRESSES: this machine and the networks around it. */
const privateRanges: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/** Global unicast IPv6 addresses all lie here today (https://www.iana.org/assignments/ipv6-address-space). */
const globalIpv6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Where clouds tell a machine its secrets, outside the link-local range. */
const metadataAddresses = new BlockList();
metadataAddresses.addAddress('fd00:ec2::254', 'ipv6');
metadataAddresses.addAddress('100.100.100.200', 'ipv4');

/**
 * Whether a customer's address may be connected to: public unicast addresses only, and those of private networks
 * where the operator allows them. Link-local addresses (cloud metadata) and addresses of no single machine never are.
 * Anything that does not parse as an address is refused.
 */
export function isAddressAllowed(address: string, { allowsPrivate }: { allowsPrivate: boolean }): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address in IPv6 clothes (::ffff:127.0.0.1) is judged as what it is.
  const parsed = ipaddr.process(address);
  if (metadataAddresses.check(parsed.toString(), parsed.kind())) return false;
  const range = parsed.range();
  if (privateRanges.has(range)) return allowsPrivate;
  if (range !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalIpv6);
}
