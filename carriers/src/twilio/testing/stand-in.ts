import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StandInAccount } from './stand-in-account.ts';
import { numberRoutes } from './stand-in-numbers.ts';
import { refuse, type StandInAnswer, type StandInRequest, type StandInRoute } from './stand-in-route.ts';

/** What happens to one request instead of its answer. `drop`: the connection breaks, before or after it was done. */
export type Mishap = StandInAnswer | 'drop' | 'drop-after';

/**
 * A server on loopback that is one account at Twilio: the REST API as it is documented, with its authentication, paging
 * and errors. For tests only.
 */
export class StandIn {
  readonly account = new StandInAccount();
  /** Requests that were signed as they should be, oldest first. */
  readonly requests: StandInRequest[] = [];
  /** Requests that were not. */
  refused = 0;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #routes: StandInRoute[] = [...numberRoutes];
  readonly #mishaps: { isFor: (request: StandInRequest) => boolean; mishap: Mishap }[] = [];

  static async open(): Promise<StandIn> {
    const standIn = new StandIn();
    await new Promise<void>((resolve) => standIn.#server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Settings that connect this account. */
  get settings(): { accountSid: string; authToken: string; baseUrl: string } {
    const { accountSid, authToken } = this.account;
    return { accountSid, authToken, baseUrl: this.baseUrl };
  }

  /** Further calls of the API. */
  addRoutes(routes: readonly StandInRoute[]): void {
    this.#routes.push(...routes);
  }

  /** The next request like this one meets a mishap, once. */
  script(mishap: Mishap, isFor: (request: StandInRequest) => boolean = () => true): void {
    this.#mishaps.push({ isFor, mishap });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '', this.baseUrl);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const own = `/2010-04-01/Accounts/${this.account.accountSid}`;
    const request: StandInRequest = {
      method: incoming.method ?? '',
      path: url.pathname.startsWith(own) ? url.pathname.slice(own.length).replace(/^\//, '') : url.pathname,
      query: url.searchParams,
      form: new URLSearchParams(Buffer.concat(chunks).toString()),
    };
    if (!this.#isSigned(incoming.headers.authorization)) {
      this.refused += 1;
      write(response, refuse(401, 20003, 'Authenticate'));
      return;
    }
    this.requests.push(request);
    const at = this.#mishaps.findIndex(({ isFor }) => isFor(request));
    const [scripted] = at < 0 ? [] : this.#mishaps.splice(at, 1);
    if (scripted && typeof scripted.mishap === 'object') {
      write(response, scripted.mishap);
      return;
    }
    const answer = scripted?.mishap === 'drop' ? undefined : await this.#find(request);
    if (scripted || answer === undefined) response.destroy();
    else write(response, answer);
  }

  async #find(request: StandInRequest): Promise<StandInAnswer> {
    for (const route of this.#routes) {
      const match = route.method === request.method && route.pattern.exec(request.path);
      if (match) return await route.answer(request, this.account, ...match.slice(1));
    }
    return refuse(404, 20404, `The requested resource ${request.path} was not found`);
  }

  #isSigned(header: string | undefined): boolean {
    const { accountSid, authToken, apiKeySid, apiKeySecret } = this.account;
    return [`${accountSid}:${authToken}`, `${apiKeySid}:${apiKeySecret}`].some(
      (pair) => header === `Basic ${Buffer.from(pair).toString('base64')}`,
    );
  }
}

function write(response: ServerResponse, { status, body, headers = {} }: StandInAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
