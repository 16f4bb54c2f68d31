import { randomBytes } from 'node:crypto';
import { parseNameAddress } from './header-values.ts';
import { SipHeaders } from './headers.ts';
import type { SipRequest, SipResponse } from './message.ts';

/** Reason phrases of RFC 3261 section 21, RFC 4028 and RFC 6665: words for people, never read by programs. */
const reasonPhrases: Record<number, string> = {
  100: 'Trying',
  180: 'Ringing',
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  415: 'Unsupported Media Type',
  416: 'Unsupported URI Scheme',
  420: 'Bad Extension',
  422: 'Session Interval Too Small',
  480: 'Temporarily Unavailable',
  481: 'Call/Transaction Does Not Exist',
  482: 'Loop Detected',
  483: 'Too Many Hops',
  486: 'Busy Here',
  487: 'Request Terminated',
  488: 'Not Acceptable Here',
  491: 'Request Pending',
  500: 'Server Internal Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  505: 'Version Not Supported',
  603: 'Decline',
};

export type ResponseParts = {
  /** Tag of our side, for every response but 100 (RFC 3261 section 8.2.6.2). */
  toTag?: string;
  reason?: string;
  headers?: Record<string, string | readonly string[] | undefined>;
  body?: string;
};

/** A response that goes back the way `request` came. Headers that a malformed request lacks stay out. */
export function buildResponse(request: SipRequest, status: number, parts: ResponseParts = {}): SipResponse {
  const headers = new SipHeaders();
  headers.set('via', ...request.headers.list('via'));
  if (status > 100 && status < 300) headers.set('record-route', ...request.headers.list('record-route'));
  const from = request.headers.find('from');
  if (from !== undefined) headers.set('from', from);
  const to = request.headers.find('to');
  if (to !== undefined) {
    const hasTag = parseNameAddress(to)?.parameters.has('tag') ?? false;
    headers.set('to', status > 100 && !hasTag ? `${to};tag=${parts.toTag ?? createTag()}` : to);
  }
  for (const name of ['call-id', 'cseq']) {
    const value = request.headers.find(name);
    if (value !== undefined) headers.set(name, value);
  }
  for (const [name, value] of Object.entries(parts.headers ?? {})) {
    if (value !== undefined) headers.set(name, ...(typeof value === 'string' ? [value] : value));
  }
  return {
    kind: 'response',
    status,
    reason: parts.reason ?? reasonPhrases[status] ?? 'Unknown',
    headers,
    body: parts.body ?? '',
  };
}

/** A tag nobody guesses: 96 bits, where RFC 3261 section 19.3 asks for 32. It is also the key to a dialog. */
export function createTag(): string {
  return randomBytes(12).toString('hex');
}

/** RFC 3261 section 8.1.1.7: the cookie says that the rest is unique. */
export function createBranch(): string {
  return `z9hG4bK${randomBytes(12).toString('hex')}`;
}
