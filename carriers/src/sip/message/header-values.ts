import type { SipUri } from './uri.ts';
import { parseUri } from './uri.ts';

/** Parameters of a header value or URI, by lower-case name; a flag has the value ''. */
export type Parameters = ReadonlyMap<string, string>;

/** From, To, Contact, Route: a name, an address and parameters (RFC 3261 section 20.10). */
export type NameAddress = {
  display: string;
  /** The address as it stands there. */
  uri: string;
  /** Undefined when the address is none that we can read. */
  parsedUri: SipUri | undefined;
  parameters: Parameters;
};

/** One hop of the way back (RFC 3261 section 20.42). */
export type Via = {
  protocol: string;
  host: string;
  port: number | undefined;
  parameters: Parameters;
};

export type CSeq = { number: number; method: string };

/** Splits a list header at the commas outside quotes and angle brackets. */
export function splitList(text: string): string[] {
  const parts: string[] = [];
  let isQuoted = false;
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isQuoted) {
      if (character === '\\') index++;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '<') depth++;
    else if (character === '>') depth--;
    else if (character === ',' && depth <= 0) {
      parts.push(text.slice(start, index).trim());
      start = index + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts.filter((part) => part !== '');
}

/** Reads `;a=b;c`. What comes before the first semicolon must have been cut off. */
export function parseParameters(text: string): Parameters {
  const parameters = new Map<string, string>();
  const put = (part: string) => {
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).trim().toLowerCase();
    if (name !== '') parameters.set(name, equals < 0 ? '' : unquote(part.slice(equals + 1).trim()));
  };
  let isQuoted = false;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isQuoted && character === '\\') index++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === ';' && !isQuoted) {
      put(text.slice(start, index));
      start = index + 1;
    }
  }
  put(text.slice(start));
  return parameters;
}

/** Undefined when quotes or brackets do not close. */
export function parseNameAddress(text: string): NameAddress | undefined {
  const trimmed = text.trim();
  const nameEnd = trimmed.startsWith('"') ? findQuoteEnd(trimmed) + 1 : 0;
  if (trimmed.startsWith('"') && nameEnd === 0) return undefined;
  const open = trimmed.indexOf('<', nameEnd);
  if (open < 0) {
    // Without brackets every parameter belongs to the header, not to the URI (RFC 3261 section 20).
    if (nameEnd > 0) return undefined;
    const semicolon = trimmed.indexOf(';');
    const uri = (semicolon < 0 ? trimmed : trimmed.slice(0, semicolon)).trim();
    return uri === ''
      ? undefined
      : {
          display: '',
          uri,
          parsedUri: parseUri(uri),
          parameters: parseParameters(semicolon < 0 ? '' : trimmed.slice(semicolon)),
        };
  }
  const close = trimmed.indexOf('>', open);
  if (close < 0) return undefined;
  const uri = trimmed.slice(open + 1, close).trim();
  return {
    display: unquote(trimmed.slice(0, open).trim()),
    uri,
    parsedUri: parseUri(uri),
    parameters: parseParameters(trimmed.slice(close + 1)),
  };
}

/** Undefined when it is no Via of SIP 2.0. */
export function parseVia(text: string): Via | undefined {
  const match =
    /^SIP\s*\/\s*2\.0\s*\/\s*([A-Za-z0-9-]+)\s+(\[[0-9a-f:.]+\]|[^\s;:,]+)\s*(?::\s*(\d{1,5}))?\s*(;[\s\S]*)?$/i.exec(
      text,
    );
  if (!match) return undefined;
  const port = match[3] === undefined ? undefined : Number(match[3]);
  if (port !== undefined && (port < 1 || port > 65535)) return undefined;
  return {
    protocol: match[1]!.toUpperCase(),
    host: match[2]!.replace(/^\[|\]$/g, ''),
    port,
    parameters: parseParameters(match[4] ?? ''),
  };
}

/** The number must be below 2^31 (RFC 3261 section 8.1.1.5). */
export function parseCSeq(text: string): CSeq | undefined {
  const match = /^(\d{1,10})\s+(\S+)$/.exec(text.trim());
  if (!match || Number(match[1]) >= 2 ** 31) return undefined;
  return { number: Number(match[1]), method: match[2]! };
}

function findQuoteEnd(text: string): number {
  for (let index = 1; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === '"') return index;
  }
  return -1;
}

function unquote(text: string): string {
  return text.length >= 2 && text.startsWith('"') && text.endsWith('"')
    ? text.slice(1, -1).replace(/\\(.)/g, '$1')
    : text;
}
