import { Buffer } from 'node:buffer';

/**
 * Messages of PostgreSQL's protocol 3.0, as far as the embedded database's own socket needs them.
 * Source: PostgreSQL documentation, chapter 54 "Frontend/Backend Protocol", section 54.7 "Message Formats".
 * After the startup every message is a type byte, a length that counts itself, and a body.
 */
export const headerBytes = 5;

/** Largest message taken from a client; the engine's whole memory is 2 GiB. */
export const maxMessageBytes = 64 * 1024 * 1024;

/** Codes that stand in the place of a protocol version in the first message (54.7: SSLRequest and others). */
export const startupCodes = { protocol3: 196_608, cancel: 80_877_102, ssl: 80_877_103, gss: 80_877_104 };

export type TransactionStatus = 'I' | 'T' | 'E';

export function typeOf(bytes: Buffer, offset = 0): string {
  return String.fromCharCode(bytes[offset] ?? 0);
}

/** A message of `type` around a body. */
export function message(type: string, ...body: (Buffer | string)[]): Buffer {
  const parts = body.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  const head = Buffer.alloc(headerBytes);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(
    parts.reduce((sum, part) => sum + part.length, 4),
    1,
  );
  return Buffer.concat([head, ...parts]);
}

/** A text with the zero byte that ends strings in this protocol. */
export function cString(text: string): string {
  return `${text}\0`;
}

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** The text that begins at `offset` and where the next field begins. */
export function readCString(bytes: Buffer, offset: number): { text: string; next: number } {
  const end = bytes.indexOf(0, offset);
  if (end < 0) return { text: bytes.toString('utf8', offset), next: bytes.length };
  return { text: bytes.toString('utf8', offset, end), next: end + 1 };
}

export const queryMessage = (sql: string): Buffer => message('Q', cString(sql));
export const syncMessage = message('S');
export const readyForQuery = (status: TransactionStatus): Buffer => message('Z', status);
export const commandComplete = (tag: string): Buffer => message('C', cString(tag));
export const parameterStatus = (name: string, value: string): Buffer =>
  message('S', cString(name), cString(value));

/** An error or fatal error with its SQLSTATE (PostgreSQL documentation, appendix A). */
export function errorResponse(severity: 'ERROR' | 'FATAL', sqlState: string, sentence: string): Buffer {
  const fields = [`S${severity}`, `V${severity}`, `C${sqlState}`, `M${sentence}`];
  return message('E', fields.map(cString).join(''), '\0');
}

/** Cuts what the engine answered into whole messages, header included. */
export function* splitMessages(bytes: Buffer): Generator<Buffer> {
  let offset = 0;
  while (offset + headerBytes <= bytes.length) {
    const end = offset + 1 + bytes.readUInt32BE(offset + 1);
    yield bytes.subarray(offset, end);
    offset = end;
  }
}

/** Channel and payload of a NotificationResponse. */
export function readNotification(bytes: Buffer): { channel: string; payload: string } {
  const channel = readCString(bytes, headerBytes + 4);
  return { channel: channel.text, payload: readCString(bytes, channel.next).text };
}

/** SQLSTATE and sentence of an ErrorResponse. */
export function readError(bytes: Buffer): { sqlState: string; sentence: string } {
  const fields = new Map<string, string>();
  for (let offset = headerBytes; offset < bytes.length && bytes[offset] !== 0; ) {
    const { text, next } = readCString(bytes, offset + 1);
    fields.set(typeOf(bytes, offset), text);
    offset = next;
  }
  return { sqlState: fields.get('C') ?? 'XX000', sentence: fields.get('M') ?? 'Unknown error.' };
}
