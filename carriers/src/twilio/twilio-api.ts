import { setTimeout as sleep } from 'node:timers/promises';
import { type AccountSettings, baseUrlOf, credentialsOf, usualBaseUrl } from './account-settings.ts';
import { errorOfAnswer, errorOfConnection, fieldOf, TwilioError, textOf } from './twilio-error.ts';

/** How long one try may take, in ms. Twilio answers within a second. */
const requestLimitMs = 10_000;
/** Waits before the second and the third try, in ms; a wait that Twilio asks for counts up to the limit. */
const waitsMs = [250, 1_000] as const;
const longestWaitMs = 5_000;
/** Longest answer that is read: a page of 1,000 numbers has about 2 MB. */
const answerLimitBytes = 8_000_000;
/** Most pages of a list; each has up to 1,000 entries. */
const pageLimit = 50;

export type TwilioRequest = {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below the base URL, such as `/2010-04-01/Accounts/AC…/Calls.json`. */
  path: string;
  query?: Readonly<Record<string, string>>;
  /** Repeated names are written as lists. */
  form?: Readonly<Record<string, string | readonly string[]>>;
  /** Doing it twice is the same as once: it is tried again as a read is. */
  isRepeatable?: boolean;
  /** Which of Twilio's services answers. */
  service?: 'api' | 'pricing';
};

/**
 * One account at Twilio's REST API (https://www.twilio.com/docs/usage/requests-to-twilio): HTTP basic authentication,
 * forms in, JSON out. Reads are tried three times; what creates something only where it was certainly not done. Every
 * method rejects with a TwilioError, or with the reason of an aborted signal.
 */
export class TwilioApi {
  readonly #settings: AccountSettings;
  readonly #wait: (ms: number, signal: AbortSignal) => Promise<unknown>;

  constructor(
    settings: AccountSettings,
    wait: (ms: number, signal: AbortSignal) => Promise<unknown> = (ms, signal) =>
      sleep(ms, undefined, { signal }),
  ) {
    this.#settings = settings;
    this.#wait = wait;
  }

  /** A path below the account: `accountPath('Calls.json')`. */
  accountPath(rest: string): string {
    return `/2010-04-01/Accounts/${this.#settings.accountSid}/${rest}`;
  }

  get(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<unknown> {
    return this.send({ method: 'GET', path, query }, signal);
  }

  /**
   * All entries of a paged list: those of `name`, page by page (https://www.twilio.com/docs/usage/twilios-response).
   * Ends after `limit` entries.
   */
  async list(
    path: string,
    given: { name: string; query?: Readonly<Record<string, string>>; limit?: number },
    signal: AbortSignal,
  ): Promise<unknown[]> {
    const { name, query = {}, limit = Number.POSITIVE_INFINITY } = given;
    const entries: unknown[] = [];
    let next: Pick<TwilioRequest, 'path' | 'query'> = { path, query: { PageSize: '1000', ...query } };
    for (let pages = 0; pages < pageLimit; pages += 1) {
      const page = await this.send({ method: 'GET', ...next }, signal);
      const found = fieldOf(page, name);
      if (!Array.isArray(found)) throw malformed();
      entries.push(...found);
      const nextPage = textOf(page, 'next_page_uri');
      // Always a path: nothing that is answered may lead the key to another server.
      if (
        nextPage === '' ||
        !nextPage.startsWith('/') ||
        nextPage.startsWith('//') ||
        entries.length >= limit
      )
        break;
      next = { path: nextPage };
    }
    return entries.slice(0, limit);
  }

  /** Sends a request and answers its JSON; undefined for an empty answer. */
  async send(request: TwilioRequest, signal: AbortSignal): Promise<unknown> {
    const isRepeatable = request.isRepeatable ?? request.method === 'GET';
    for (let tries = 0; ; tries += 1) {
      const answer = await this.#try(request, signal);
      if ('body' in answer) return answer.body;
      const { error, retryAfterMs } = answer;
      const waitMs = waitsMs[tries];
      const isPassing =
        error.kind === 'rate_limited' || error.kind === 'unavailable' || error.kind === 'timed_out';
      const mayRepeat = isPassing && (isRepeatable || !error.mayHaveBeenDone);
      if (!mayRepeat || waitMs === undefined) throw error;
      await this.#wait(Math.min(longestWaitMs, Math.max(waitMs, retryAfterMs)), signal);
    }
  }

  async #try(
    request: TwilioRequest,
    signal: AbortSignal,
  ): Promise<{ body: unknown } | { error: TwilioError; retryAfterMs: number }> {
    signal.throwIfAborted();
    const { user, password } = credentialsOf(this.#settings);
    const { method, form } = request;
    try {
      const response = await fetch(this.#urlOf(request), {
        method,
        headers: {
          accept: 'application/json',
          authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
        },
        ...(form !== undefined && { body: toForm(form) }),
        // The key goes to the server that was named and to no other.
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(requestLimitMs)]),
      });
      const body = parse(await readText(response));
      if (response.ok) return body === unreadable ? { error: malformed(), retryAfterMs: 0 } : { body };
      const seconds = Number(response.headers.get('retry-after') ?? 0);
      return {
        error: errorOfAnswer(response.status, body),
        retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : 0,
      };
    } catch (error) {
      signal.throwIfAborted();
      return { error: error instanceof TwilioError ? error : errorOfConnection(error), retryAfterMs: 0 };
    }
  }

  #urlOf({ path, query = {}, service = 'api' }: TwilioRequest): URL {
    const base = baseUrlOf(this.#settings);
    const host = service === 'pricing' && base === usualBaseUrl ? 'https://pricing.twilio.com' : base;
    const url = new URL(`${host}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }
}

const unreadable = Symbol('not JSON');

function parse(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return unreadable;
  }
}

function malformed(): TwilioError {
  return new TwilioError({
    kind: 'malformed',
    message: 'What answers is not Twilio, or speaks another protocol. Check the base URL.',
    mayHaveBeenDone: true,
  });
}

function toForm(form: NonNullable<TwilioRequest['form']>): URLSearchParams {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(form))
    for (const each of [value].flat()) written.append(name, each);
  return written;
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    bytes += part.byteLength;
    if (bytes > answerLimitBytes) throw malformed();
  }
  return Buffer.concat(parts).toString('utf8');
}
