import type { CSeq, NameAddress, Via } from './header-values.ts';
import type { SipHeaders } from './headers.ts';

export type SipRequest = {
  kind: 'request';
  /** Case counts (RFC 3261 section 7.1). */
  method: string;
  uri: string;
  headers: SipHeaders;
  body: string;
};

export type SipResponse = {
  kind: 'response';
  status: number;
  reason: string;
  headers: SipHeaders;
  body: string;
};

/** What every layer above may rely on in a received message (RFC 3261 section 8.1.1). */
export type CheckedHeaders = {
  via: Via;
  from: NameAddress;
  to: NameAddress;
  cseq: CSeq;
  callId: string;
};

export type ReceivedRequest = SipRequest & CheckedHeaders;
export type ReceivedResponse = SipResponse & CheckedHeaders;
export type ReceivedMessage = ReceivedRequest | ReceivedResponse;

/** The wire form; Content-Length is always written (RFC 3261 section 20.14). */
export function formatMessage(message: SipRequest | SipResponse): string {
  let text =
    message.kind === 'request'
      ? `${message.method} ${message.uri} SIP/2.0\r\n`
      : `SIP/2.0 ${message.status} ${message.reason}\r\n`;
  for (const [name, value] of message.headers.lines()) {
    if (name !== 'content-length') text += `${formatName(name)}: ${value}\r\n`;
  }
  return `${text}Content-Length: ${Buffer.byteLength(message.body)}\r\n\r\n${message.body}`;
}

/** Names whose capitals are not those of each word. */
const capitals: Record<string, string> = {
  'call-id': 'Call-ID',
  cseq: 'CSeq',
  'www-authenticate': 'WWW-Authenticate',
  'min-se': 'Min-SE',
};

function formatName(name: string): string {
  return (
    capitals[name] ??
    name.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase())
  );
}
