import { isIP } from 'node:net';
import type { Parameters } from './header-values.ts';
import { parseParameters } from './header-values.ts';

/** A `sip:`, `sips:` or `tel:` address (RFC 3261 section 19.1, RFC 3966). */
export type SipUri = {
  scheme: 'sip' | 'sips' | 'tel';
  /** Percent signs decoded; no password, no user parameters. For `tel:` the number. */
  user: string;
  /** Without the brackets of IPv6. Empty for `tel:`. */
  host: string;
  port: number | undefined;
  parameters: Parameters;
  /** Whether it carries headers behind a question mark, which no Request-URI may (RFC 3261 section 19.1.1). */
  hasHeaders: boolean;
};

/** Undefined for other schemes and for text that is no address. */
export function parseUri(text: string): SipUri | undefined {
  const match = /^(sips?|tel):([^\s<>"]+)$/i.exec(text);
  if (!match) return undefined;
  const scheme = match[1]!.toLowerCase() as SipUri['scheme'];
  const rest = match[2]!;
  if (scheme === 'tel') {
    const [number = '', ...parameters] = rest.split(';');
    return {
      scheme,
      user: decodePercent(number).replace(/[-.()\s]/g, ''),
      host: '',
      port: undefined,
      parameters: parseParameters(parameters.join(';')),
      hasHeaders: false,
    };
  }
  // Neither user, parameter nor header may hold a bare @ (RFC 3261 section 25.1): the first one divides.
  const at = rest.indexOf('@');
  const address = /^(\[[0-9a-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?((?:;[^?]*)?)(\?.*)?$/i.exec(rest.slice(at + 1));
  if (!address) return undefined;
  const host = address[1]!.replace(/^\[|\]$/g, '');
  const port = address[2] === undefined ? undefined : Number(address[2]);
  if (port !== undefined && (port < 1 || port > 65535)) return undefined;
  if (address[1]!.startsWith('[') && isIP(host) !== 6) return undefined;
  return {
    scheme,
    user: at < 0 ? '' : decodePercent(rest.slice(0, at).split(';')[0]!.split(':')[0]!),
    host,
    port,
    parameters: parseParameters(address[3] ?? ''),
    hasHeaders: address[4] !== undefined,
  };
}

/** A host as it stands in a URI or Via: IPv6 in brackets. */
export function formatHost(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** Whatever may not stand in the user part as it is gets a percent sign (RFC 3261 section 25.1). */
export function encodeUser(user: string): string {
  return user.replace(/[^A-Za-z0-9\-_.!~*'()&=+$,/]/gu, (character) =>
    [...new TextEncoder().encode(character)]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  );
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
