import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request a stand-in got. */
export type StandInRequest = {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  authorization: string | undefined;
  /** Of a form, or of a query where there is none. */
  form: URLSearchParams;
  json: Record<string, unknown>;
};

export type StandInReply =
  | { status: number; json?: unknown; text?: string; html?: string; headers?: Record<string, string> }
  /** The connection ends without an answer. */
  | 'hang up'
  /** The answer never comes. */
  | 'silence'
  /** An answer that does not stop. */
  | 'flood';

/** A server on loopback that a test scripts: what is scripted for a path comes before what it would answer. */
export class StandInServer {
  readonly requests: StandInRequest[] = [];
  readonly #scripted: { path: RegExp; reply: StandInReply }[] = [];
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #answer: (request: StandInRequest) => StandInReply;

  constructor(answer: (request: StandInRequest) => StandInReply) {
    this.#answer = answer;
  }

  /** Listens; the process may end all the same: a test runner loads a test file also where it does not run it. */
  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#server.unref();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The next requests whose path fits are answered so, one after another. */
  script(path: RegExp, ...replies: StandInReply[]): void {
    this.#scripted.push(...replies.map((reply) => ({ path, reply })));
  }

  /** Forgets what was scripted and asked. */
  reset(): void {
    this.#scripted.length = 0;
    this.requests.length = 0;
  }

  asked(path: RegExp): StandInRequest[] {
    return this.requests.filter((request) => path.test(request.path));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    const request = await readRequest(incoming);
    this.requests.push(request);
    const at = this.#scripted.findIndex(({ path }) => path.test(request.path));
    const reply = at >= 0 ? this.#scripted.splice(at, 1)[0]!.reply : this.#answer(request);
    if (reply === 'hang up') return void response.destroy();
    if (reply === 'silence') return;
    if (reply === 'flood') return flood(response);
    const { status, json, text, html, headers = {} } = reply;
    const type = html !== undefined ? 'text/html' : json !== undefined ? 'application/json' : 'text/plain';
    response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...headers });
    response.end(html ?? text ?? (json === undefined ? '' : JSON.stringify(json)));
  }
}

async function readRequest(incoming: IncomingMessage): Promise<StandInRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const url = new URL(incoming.url ?? '/', 'http://stand-in');
  const isJson = (incoming.headers['content-type'] ?? '').includes('json');
  return {
    method: incoming.method ?? '',
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    authorization: incoming.headers.authorization,
    form: new URLSearchParams(isJson ? '' : body),
    json: isJson && body !== '' ? (JSON.parse(body) as Record<string, unknown>) : {},
  };
}

/** Sends as much as is taken, until the other side hangs up. */
function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const block = Buffer.alloc(1_000_000, ' ');
  const send = () => {
    while (!response.destroyed && response.write(block));
  };
  response.on('drain', send);
  send();
}
