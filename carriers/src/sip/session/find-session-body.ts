import type { SipRequest, SipResponse } from '../message/message.ts';

/** What a body offers us: a description, nothing, or something that we do not read. */
export type SessionBody = { kind: 'session'; text: string } | { kind: 'none' } | { kind: 'unsupported' };

/** Finds the session description of a message, also inside the multipart bodies that carriers send (RFC 5621). */
export function findSessionBody(message: SipRequest | SipResponse): SessionBody {
  if (message.body.trim() === '') return { kind: 'none' };
  const encoding = message.headers.find('content-encoding')?.toLowerCase();
  if (encoding !== undefined && encoding !== 'identity') return { kind: 'unsupported' };
  const type = message.headers.find('content-type') ?? '';
  if (/^\s*application\/sdp\s*(;|$)/i.test(type)) return { kind: 'session', text: message.body };
  if (!/^\s*multipart\//i.test(type)) return { kind: 'unsupported' };
  const boundary = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(type);
  const mark = boundary?.[1] ?? boundary?.[2];
  if (mark === undefined) return { kind: 'unsupported' };
  for (const part of message.body.split(`--${mark}`).slice(1, 10)) {
    const end = part.indexOf('\r\n\r\n');
    if (end < 0) continue;
    const head = part.slice(0, end);
    if (/^content-type\s*:\s*application\/sdp\s*(;|$)/im.test(head)) {
      return { kind: 'session', text: part.slice(end + 4) };
    }
  }
  return { kind: 'unsupported' };
}
