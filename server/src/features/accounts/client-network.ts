import ipaddr from 'ipaddr.js';

/**
 * What tries are counted by: an IPv4 address, or the first 64 bits of an IPv6 address, which one customer of a
 * network has for themselves (RFC 6177).
 */
export function toClientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${parsed.toByteArray().slice(0, 8).join('.')}/64`;
}

/** The address in its plain form where it belongs to the public network; undefined for all others. */
export function findPublicAddress(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' ? parsed.toString() : undefined;
}
