import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Agent, type Dispatcher, request as send } from 'undici';
import { isAddressAllowed } from './address-rules.ts';
import { describeOutboundFailure } from './describe-outbound-failure.ts';
import { type Outbound, type OutboundAnswer, OutboundError, type OutboundRequest } from './outbound.ts';

const defaultTimeoutMs = 15_000;
const defaultAnswerBytes = 1_048_576;
/** Longest wait for the connection itself, in ms. */
const connectMs = 10_000;

export type OutboundOptions = {
  /** Lets requests reach loopback and private networks (ALLOW_PRIVATE_ADDRESSES). */
  allowsPrivate: boolean;
  userAgent: string;
  /** Addresses of a name. Default: the system's resolver. */
  resolve?: (hostname: string) => Promise<{ address: string; family: number }[]>;
};

/** Opens guarded requests to the outside. Needs nothing of the platform, so a call thread may open its own. */
export function openOutbound(options: OutboundOptions): Outbound {
  const { allowsPrivate, userAgent, resolve = (hostname) => lookup(hostname, { all: true }) } = options;
  const findAllowed = async (hostname: string) => {
    const addresses = await resolve(hostname);
    const allowed = addresses.filter(({ address }) => isAddressAllowed(address, { allowsPrivate }));
    if (addresses.length > 0 && allowed.length === 0) throw refuseAddress(hostname);
    return allowed;
  };
  const agent = new Agent({
    // A receiver's address is looked at for each connection, so connections do not live long.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000,
    maxHeaderSize: 16_384,
    connect: {
      timeout: connectMs,
      // The socket is given what was checked: nobody resolves the name a second time.
      lookup: (hostname, { all }, callback) => {
        findAllowed(hostname).then(
          (allowed) => {
            const [first] = allowed;
            if (first === undefined) callback(noSuchName(hostname), '');
            else if (all === true) callback(null, allowed);
            else callback(null, first.address, first.family);
          },
          (error: NodeJS.ErrnoException) => callback(error, ''),
        );
      },
    },
  });

  const checkUrl = (given: string | URL): URL => {
    const url = URL.canParse(String(given)) ? new URL(given) : undefined;
    if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
      throw new OutboundError('url_invalid', 'The address must begin with https:// or http://.');
    if (url.username !== '' || url.password !== '')
      throw new OutboundError('url_invalid', 'The address must not hold a user name or password.');
    // The socket asks no resolver about an address, so it is judged here. (WHATWG URL has made 0x7f.1 127.0.0.1.)
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAddressAllowed(host, { allowsPrivate })) throw refuseAddress(host);
    return url;
  };

  const askOnce = async (
    url: URL,
    request: OutboundRequest,
    signal: AbortSignal,
  ): Promise<OutboundAnswer> => {
    const { method = 'GET', headers, body, maxAnswerBytes = defaultAnswerBytes } = request;
    const response = await send(url, {
      dispatcher: agent,
      method,
      headers: { 'user-agent': userAgent, ...headers },
      body: body ?? null,
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const read = await readAtMost(response.body, maxAnswerBytes);
    return { status: response.statusCode, headers: joinHeaders(response.headers), url: url.href, ...read };
  };

  return {
    checkUrl,
    async fetch(given, request = {}) {
      const { timeoutMs = defaultTimeoutMs, maxRedirects = 0, method = 'GET' } = request;
      const timeOut = AbortSignal.timeout(timeoutMs);
      const signal = request.signal ? AbortSignal.any([request.signal, timeOut]) : timeOut;
      let url = checkUrl(given);
      for (let followed = 0; ; followed += 1) {
        const answer = await askOnce(url, request, signal).catch((error: unknown) => {
          throw describeOutboundFailure(error, { url, timeOut, timeoutMs });
        });
        const { location } = answer.headers;
        const isRedirect = [301, 302, 303, 307, 308].includes(answer.status) && location !== undefined;
        if (!isRedirect || maxRedirects === 0 || (method !== 'GET' && method !== 'HEAD')) return answer;
        if (followed === maxRedirects)
          throw new OutboundError('too_many_redirects', `It redirects more than ${maxRedirects} times.`);
        if (!URL.canParse(location, url))
          throw new OutboundError('answer_broken', 'It redirects to what is no address.');
        url = checkUrl(new URL(location, url));
      }
    },
    close: () => agent.destroy(),
  };
}

function refuseAddress(host: string): OutboundError {
  return new OutboundError('address_refused', `${host} lies in a private network, which is not allowed.`);
}

function noSuchName(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`No address for ${hostname}.`), { code: 'ENOTFOUND' });
}

async function readAtMost(
  body: Dispatcher.ResponseData['body'],
  limitBytes: number,
): Promise<{ body: Uint8Array; isCut: boolean }> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Uint8Array>) {
    parts.push(part);
    size += part.length;
    // Leaving the loop closes the connection: the rest is never fetched.
    if (size > limitBytes) break;
  }
  const whole = Buffer.concat(parts);
  return { body: whole.subarray(0, limitBytes), isCut: size > limitBytes };
}

function joinHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
