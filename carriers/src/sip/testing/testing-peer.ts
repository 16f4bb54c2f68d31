import type { Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import type { ReceivedMessage, ReceivedRequest, ReceivedResponse } from '../message/message.ts';
import { formatMessage } from '../message/message.ts';
import { parseDatagram } from '../message/parse-message.ts';
import type { ResponseParts } from '../message/response.ts';
import { buildResponse } from '../message/response.ts';
import { writeOffer, writeRequest } from './testing-messages.ts';
import { patienceMs } from './testing-service.ts';

/** A far end over UDP that does exactly what a test says. */
export class TestingPeer {
  readonly port: number;
  /** Everything that came, oldest first. */
  readonly received: ReceivedMessage[] = [];
  /** Off: OPTIONS is left to the test. */
  answersOptions = true;
  readonly #socket: Socket;
  #taken = 0;
  #wake: (() => void)[] = [];

  static async open(): Promise<TestingPeer> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return new TestingPeer(socket);
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.port = socket.address().port;
    socket.on('message', (data, remote) => {
      const { message } = parseDatagram(data);
      if (!message) return;
      if (this.answersOptions && message.kind === 'request' && message.method === 'OPTIONS') {
        socket.send(formatMessage(buildResponse(message, 200)), remote.port, remote.address);
        return;
      }
      this.received.push(message);
      for (const wake of this.#wake.splice(0)) wake();
    });
  }

  /** The next request that came, skipping nothing; it must be of this method. */
  async nextRequest(method: string): Promise<ReceivedRequest> {
    const message = await this.#next(method);
    if (message.kind !== 'request' || message.method !== method)
      throw new Error(`${describe(message)}, not ${method}`);
    return message;
  }

  /** The next response that came; it must have this status. 100 is skipped unless asked for. */
  async nextResponse(status: number): Promise<ReceivedResponse> {
    let message = await this.#next(String(status));
    while (message.kind === 'response' && message.status === 100 && status !== 100) {
      message = await this.#next(String(status));
    }
    if (message.kind !== 'response' || message.status !== status) {
      throw new Error(`${describe(message)}, not ${status}`);
    }
    return message;
  }

  /** What came and was not asked for. */
  get waiting(): string[] {
    return this.received.slice(this.#taken).map(describe);
  }

  reply(request: ReceivedRequest, status: number, parts: ResponseParts = {}): void {
    const headers = { contact: `<sip:peer@127.0.0.1:${this.port}>`, ...parts.headers };
    this.send(
      formatMessage(buildResponse(request, status, { toTag: 'peer', ...parts, headers })),
      viaPort(request),
    );
  }

  /** Answers an INVITE with 200 and a description. */
  accept(request: ReceivedRequest, parts: ResponseParts = {}): void {
    const headers = { 'content-type': 'application/sdp', ...parts.headers };
    this.reply(request, 200, { body: writeOffer(), ...parts, headers });
  }

  /** Sends an INVITE and goes through to ACK; the answer holds tags for further requests. */
  async ring(
    port: number,
    lines: Record<string, string> = {},
  ): Promise<{ invite: string; answer: ReceivedResponse }> {
    const invite = this.writeInvite(lines);
    this.send(invite, port);
    await this.nextResponse(180);
    const answer = await this.nextResponse(200);
    this.send(this.writeInDialog('ACK', answer, 1), port);
    return { invite, answer };
  }

  writeInvite(lines: Record<string, string> = {}, body = writeOffer()): string {
    return this.#own(writeRequest('INVITE', lines, body));
  }

  /** A request of the caller in the call that `answer` opened. */
  writeInDialog(
    method: string,
    answer: ReceivedResponse,
    sequence: number,
    lines: Record<string, string> = {},
    body = '',
  ): string {
    const text = writeRequest(
      method,
      {
        From: answer.headers.find('from') ?? '',
        To: answer.headers.find('to') ?? '',
        'Call-ID': answer.callId,
        CSeq: `${sequence} ${method}`,
        ...lines,
      },
      body,
    );
    return this.#own(text);
  }

  /** A request of the called one, in the call that its 200 to `invite` opened. */
  writeAsCalled(method: string, invite: ReceivedRequest, sequence: number, lines = {}, body = ''): string {
    const text = writeRequest(
      method,
      {
        From: `${invite.headers.find('to')};tag=peer`,
        To: invite.headers.find('from') ?? '',
        'Call-ID': invite.callId,
        CSeq: `${sequence} ${method}`,
        ...lines,
      },
      body,
    );
    return this.#own(text);
  }

  send(text: string, port: number): void {
    this.#socket.send(text, port, '127.0.0.1');
  }

  close(): void {
    this.#socket.close();
  }

  /** Puts our own port where the pattern has another. */
  #own(text: string): string {
    return text.replaceAll('127.0.0.1:5999', `127.0.0.1:${this.port}`);
  }

  async #next(what: string): Promise<ReceivedMessage> {
    const endMs = performance.now() + patienceMs;
    for (;;) {
      const message = this.received[this.#taken];
      if (message) {
        this.#taken++;
        return message;
      }
      const leftMs = endMs - performance.now();
      if (leftMs <= 0) throw new Error(`${what} did not come.`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        this.#wake.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }
}

function describe(message: ReceivedMessage): string {
  return message.kind === 'request' ? message.method : `${message.status} to ${message.cseq.method}`;
}

function viaPort(request: ReceivedRequest): number {
  return request.via.port ?? 5060;
}
