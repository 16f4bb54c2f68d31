import { parseCSeq, parseNameAddress, parseVia, splitList } from './header-values.ts';
import { SipHeaders } from './headers.ts';
import type { ReceivedMessage, SipRequest, SipResponse } from './message.ts';

/**
 * A message, or why it is none. `refusal` is there when it is a request well enough understood to be
 * answered; RFC 4475 section 3.1.2 says of each fault whether it should be.
 */
export type Parsed =
  | { message: ReceivedMessage; fault?: undefined }
  | { fault: string; refusal: { request: SipRequest; status: 400 | 505 } | undefined; message?: undefined };

/** More lines than any real message has; a bound against hostile input. */
const maxHeaderLines = 200;

/** Short forms of header names (RFC 3261 section 20, RFC 3515, 3892, 4028, 6665). */
const compactNames: Record<string, string> = {
  a: 'accept-contact',
  b: 'referred-by',
  c: 'content-type',
  e: 'content-encoding',
  f: 'from',
  i: 'call-id',
  k: 'supported',
  l: 'content-length',
  m: 'contact',
  o: 'event',
  r: 'refer-to',
  s: 'subject',
  t: 'to',
  u: 'allow-events',
  v: 'via',
  x: 'session-expires',
};

/** Headers whose values are comma-separated lists, as far as anything here reads them. */
const listNames = new Set(
  'via route record-route contact allow supported require proxy-require unsupported path service-route reason p-asserted-identity'.split(
    ' ',
  ),
);

/** Headers that stand once (RFC 4475 section 3.3.8 and 3.3.9). */
const singleNames = ['from', 'to', 'call-id', 'cseq', 'max-forwards', 'content-length', 'content-type'];

/** Reads one datagram (RFC 3261 section 18.3): what follows the body is dropped. */
export function parseDatagram(data: Buffer): Parsed {
  const end = data.indexOf('\r\n\r\n');
  if (end < 0) return { fault: 'no end of headers', refusal: undefined };
  const parsed = parseHead(data.toString('utf8', 0, end));
  if ('fault' in parsed) return parsed;
  const rest = data.length - end - 4;
  const length = parseContentLength(parsed.headers, rest);
  if (length === undefined || length > rest) return refuse(parsed, 'Content-Length does not fit');
  parsed.body = data.toString('utf8', end + 4, end + 4 + length);
  return checkMessage(parsed);
}

/** Undefined when it is no whole number; `missing` when there is none. */
export function parseContentLength(headers: SipHeaders, missing: number): number | undefined {
  const text = headers.find('content-length');
  if (text === undefined) return missing;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Reads start line and headers: the text up to, without, the empty line. */
export function parseHead(head: string): SipRequest | SipResponse | Extract<Parsed, { fault: string }> {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const startLine = lines[0]!;
  const headers = new SipHeaders();
  let fault = lines.length > maxHeaderLines ? 'too many headers' : undefined;
  for (const line of lines.slice(1, maxHeaderLines)) {
    const colon = line.indexOf(':');
    if (colon < 1) {
      fault ??= 'a line is no header';
      continue;
    }
    const written = line.slice(0, colon).trim().toLowerCase();
    const name = compactNames[written] ?? written;
    const value = line.slice(colon + 1).trim();
    if (!listNames.has(name)) headers.append(name, value);
    else for (const part of splitList(value)) headers.append(name, part);
  }
  const status = /^SIP\/2\.0 (\d{3})(?: (.*))?$/i.exec(startLine);
  if (status) {
    const response: SipResponse = {
      kind: 'response',
      status: Number(status[1]),
      reason: status[2] ?? '',
      headers,
      body: '',
    };
    if (fault === undefined && (response.status < 100 || response.status > 699))
      fault = 'status out of range';
    return fault === undefined ? response : { fault, refusal: undefined };
  }
  const loose = /^([A-Za-z0-9\-.!%*_+`'~]+)\s+(\S.*?)\s+SIP\/(\d+\.\d+)\s*$/i.exec(startLine);
  if (!loose) return { fault: 'no start line', refusal: undefined };
  const request: SipRequest = { kind: 'request', method: loose[1]!, uri: loose[2]!, headers, body: '' };
  if (loose[3] !== '2.0') return { fault: 'another version of SIP', refusal: { request, status: 505 } };
  if (!/^\S+ \S+ \S+$/.test(startLine)) fault ??= 'spaces in the start line';
  return fault === undefined ? request : refuse(request, fault);
}

/** Checks what every layer above relies on. */
export function checkMessage(message: SipRequest | SipResponse): Parsed {
  const { headers } = message;
  const repeated = singleNames.find((name) => headers.list(name).length > 1);
  if (repeated !== undefined) return refuse(message, `${repeated} stands twice`);
  const via = parseVia(headers.find('via') ?? '');
  const cseq = parseCSeq(headers.find('cseq') ?? '');
  const from = parseNameAddress(headers.find('from') ?? '');
  const to = parseNameAddress(headers.find('to') ?? '');
  const callId = headers.find('call-id');
  if (!via) return { fault: 'Via', refusal: undefined };
  if (!cseq) return refuse(message, 'CSeq');
  if (!callId) return refuse(message, 'Call-ID');
  if (!from || !to) return refuse(message, 'From or To');
  const checked = { via, cseq, from, to, callId };
  if (message.kind === 'response') {
    if (!via.parameters.get('branch')) return { fault: 'a response without branch', refusal: undefined };
    return { message: Object.assign(message, checked) };
  }
  if (cseq.method !== message.method) return refuse(message, 'CSeq names another method');
  if (!/^[a-z][a-z0-9+.-]*:[^<>"]+$/i.test(message.uri)) return refuse(message, 'Request-URI');
  const hops = headers.find('max-forwards');
  // RFC 3261 section 20.22: 0 to 255.
  if (hops !== undefined && !(/^\d{1,10}$/.test(hops) && Number(hops) <= 255)) {
    return refuse(message, 'Max-Forwards');
  }
  return { message: Object.assign(message, checked) };
}

function refuse(message: SipRequest | SipResponse, fault: string): Extract<Parsed, { fault: string }> {
  return { fault, refusal: message.kind === 'request' ? { request: message, status: 400 } : undefined };
}
