import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { StandInListener } from './stand-in-listener.ts';

/** How a connection behaves; an ordinary one does nothing of this. */
export type Behaviour = {
  /** The handshake is refused. */
  refusal?: { status: number; code: string; message: string; headers?: Record<string, string> };
  /** The connection is cut when so much sound has come, or right after the handshake (0). */
  cutAfterMs?: number;
  /** Closes with this reason when so much sound has come. */
  closeAfterMs?: { ms: number; code: number; reason: string };
  /** Says nothing of what it hears. */
  isMute?: boolean;
  /** Does not answer `Finalize`, as the vendor does not where little is left to say. */
  skipsFinalize?: boolean;
  /** Says this as its first message. */
  says?: string;
};

export type StandInConnection = {
  query: URLSearchParams;
  /** Types of the control messages, in order. */
  controls: string[];
  soundBytes: number;
  isClosed: boolean;
};

export type SpeakRequest = { query: URLSearchParams; body: Record<string, unknown>; isAborted: boolean };

/**
 * A server on loopback that speaks the documented protocol of live listening and of Aura: it checks what clients
 * send as strictly as the vendor, understands every sound that is not silent as the same sentence, and misbehaves
 * as a test asks. For tests only.
 */
export class StandIn {
  readonly connections: StandInConnection[] = [];
  readonly spoken: SpeakRequest[] = [];
  /** The sentence every utterance holds. */
  sentence = 'What are your opening hours?';
  /** How long the vendor waits for sound or a sign of life. */
  silenceLimitMs = 10_000;
  /** Answers the next requests for speech instead of sound. */
  readonly speakFailures: { status: number; body: string; headers?: Record<string, string> }[] = [];
  readonly #server = createServer((request, response) => void this.#onRequest(request, response));
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #behaviours: Behaviour[] = [];
  readonly #apiKey: string;

  private constructor(apiKey: string) {
    this.#apiKey = apiKey;
    this.#server.on('upgrade', (request, socket, head) => this.#onUpgrade(request, socket, head));
  }

  static async open(apiKey: string): Promise<StandIn> {
    const standIn = new StandIn(apiKey);
    await new Promise<void>((resolve) => standIn.#server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How the next handshakes and connections behave, one for each. */
  behave(...behaviours: Behaviour[]): void {
    this.#behaviours.push(...behaviours);
  }

  forget(): void {
    this.connections.length = 0;
    this.spoken.length = 0;
    this.#behaviours.length = 0;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => undefined);
    const { pathname, searchParams: query } = new URL(request.url ?? '', this.baseUrl);
    const behaviour = this.#behaviours.shift() ?? {};
    const refusal = this.#refuse(request, pathname, query) ?? behaviour.refusal;
    if (refusal) {
      const body = JSON.stringify({ err_code: refusal.code, err_msg: refusal.message, request_id: 'r-1' });
      const headers = { 'content-type': 'application/json', 'dg-error': refusal.message, ...refusal.headers };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      const start = [`HTTP/1.1 ${refusal.status} Refused`, ...lines, `content-length: ${body.length}`];
      socket.end(`${[...start, 'connection: close'].join('\r\n')}\r\n\r\n${body}`);
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (client) => this.#listen(client, query, behaviour));
  }

  #refuse(request: IncomingMessage, path: string, query: URLSearchParams): Behaviour['refusal'] {
    if (request.headers.authorization !== `Token ${this.#apiKey}`)
      return {
        status: 401,
        code: 'INVALID_AUTH',
        message: `Invalid credentials: ${request.headers.authorization}`,
      };
    if (path !== '/v1/listen') return { status: 404, code: 'NOT_FOUND', message: 'Not found.' };
    const rate = Number(query.get('sample_rate'));
    const isReadable = query.get('encoding') === 'linear16' && rate >= 8_000 && rate <= 48_000;
    if (!isReadable)
      return { status: 400, code: 'Bad Request', message: 'Encoding and sample_rate do not fit.' };
    if (!/^(nova|enhanced|base)/.test(query.get('model') ?? ''))
      return {
        status: 400,
        code: 'INVALID_QUERY_PARAMETER',
        message: 'No such model/language/tier combination found.',
      };
    return undefined;
  }

  #listen(client: WebSocket, query: URLSearchParams, behaviour: Behaviour): void {
    const connection: StandInConnection = { query, controls: [], soundBytes: 0, isClosed: false };
    this.connections.push(connection);
    client.on('close', () => {
      connection.isClosed = true;
    });
    new StandInListener({
      client,
      connection,
      behaviour,
      sentence: this.sentence,
      silenceLimitMs: this.silenceLimitMs,
    });
  }

  async #onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '', this.baseUrl);
    const refuse = (status: number, code: string, message: string) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ err_code: code, err_msg: message, request_id: 'r-1' }));
    };
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.headers.authorization !== `Token ${this.#apiKey}`)
      return refuse(401, 'INVALID_AUTH', `Invalid credentials: ${request.headers.authorization}`);
    if (request.method !== 'POST' || pathname !== '/v1/speak') return refuse(404, 'NOT_FOUND', 'Not found.');
    const spoken: SpeakRequest = { query, body: JSON.parse(String(Buffer.concat(chunks))), isAborted: false };
    this.spoken.push(spoken);
    response.on('close', () => {
      spoken.isAborted = !response.writableEnded;
    });
    const text = String(spoken.body['text'] ?? '');
    if (text === '' || text.length > 2_000)
      return refuse(413, 'PAYLOAD_TOO_LARGE', 'At most 2000 characters.');
    if (!/^aura-/.test(query.get('model') ?? ''))
      return refuse(400, 'INVALID_QUERY_PARAMETER', 'No such model.');
    const failure = this.speakFailures.shift();
    if (failure) {
      response.writeHead(failure.status, { 'content-type': 'application/json', ...failure.headers });
      return void response.end(failure.body);
    }
    const samples = Int16Array.from({ length: text.length * 960 }, (_, i) => 6_000 * Math.sin(i / 6));
    response.writeHead(200, { 'content-type': 'audio/l16;rate=16000' });
    const bytes = new Uint8Array(samples.buffer);
    for (let at = 0; at < bytes.length; at += 8_001) response.write(bytes.subarray(at, at + 8_001));
    response.end();
  }
}
