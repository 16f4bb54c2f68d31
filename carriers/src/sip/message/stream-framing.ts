import type { Parsed } from './parse-message.ts';
import { checkMessage, parseContentLength, parseHead } from './parse-message.ts';

/** What came out of a stream. After `broken` nothing on it can be trusted: close it. */
export type Framed = { parsed: Parsed[]; pings: number; isBroken: boolean };

/** No real head or body comes near it; a bound against hostile input. */
const maxPartBytes = 65_536;

/**
 * Cuts a byte stream into messages by Content-Length, which is mandatory here (RFC 3261 section 18.3), and
 * counts the double CRLF that keeps a connection alive (RFC 5626 section 4.4.1).
 */
export class StreamFraming {
  #buffer: Buffer = Buffer.alloc(0);
  #isBroken = false;

  push(data: Buffer): Framed {
    const framed: Framed = { parsed: [], pings: 0, isBroken: this.#isBroken };
    if (this.#isBroken) return framed;
    this.#buffer = this.#buffer.length === 0 ? data : Buffer.concat([this.#buffer, data]);
    while (this.#takePing(framed) || this.#takeMessage(framed));
    framed.isBroken = this.#isBroken;
    return framed;
  }

  /** A lone CRLF at the end stays until it is known whether a second follows. */
  #takePing(framed: Framed): boolean {
    const start = this.#buffer.toString('latin1', 0, 4);
    if (start === '\r\n\r\n') {
      framed.pings++;
      this.#buffer = this.#buffer.subarray(4);
      return true;
    }
    if (!start.startsWith('\r\n') || start === '\r\n' || start === '\r\n\r') return false;
    this.#buffer = this.#buffer.subarray(2);
    return true;
  }

  #takeMessage(framed: Framed): boolean {
    const end = this.#buffer.indexOf('\r\n\r\n');
    if (end <= 0) {
      this.#isBroken = this.#buffer.length > maxPartBytes;
      return false;
    }
    const head = parseHead(this.#buffer.toString('utf8', 0, end));
    const headers = 'fault' in head ? head.refusal?.request.headers : head.headers;
    const length = headers && parseContentLength(headers, -1);
    if (length === undefined || length < 0 || length > maxPartBytes) {
      framed.parsed.push(
        'fault' in head
          ? head
          : {
              fault: 'Content-Length',
              refusal: head.kind === 'request' ? { request: head, status: 400 } : undefined,
            },
      );
      this.#isBroken = true;
      return false;
    }
    const bodyEnd = end + 4 + length;
    if (this.#buffer.length < bodyEnd) return false;
    if ('fault' in head) framed.parsed.push(head);
    else {
      head.body = this.#buffer.toString('utf8', end + 4, bodyEnd);
      framed.parsed.push(checkMessage(head));
    }
    this.#buffer = this.#buffer.subarray(bodyEnd);
    return true;
  }
}
