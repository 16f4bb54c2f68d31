import type { StandInAccount } from './stand-in-account.ts';

/** A request that was signed as it should be. */
export type StandInRequest = {
  method: string;
  /** Below `/2010-04-01/Accounts/{sid}/`, or the whole path where it does not begin so. */
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
};

export type StandInAnswer = { status: number; body?: unknown; headers?: Record<string, string> };

/** A call of the REST API; the groups of the pattern are given in their order. */
export type StandInRoute = {
  method: 'GET' | 'POST' | 'DELETE';
  pattern: RegExp;
  answer(
    request: StandInRequest,
    account: StandInAccount,
    ...groups: string[]
  ): StandInAnswer | Promise<StandInAnswer>;
};

/** An error as Twilio tells it (https://www.twilio.com/docs/usage/twilios-response). */
export function refuse(status: number, code: number, message: string): StandInAnswer {
  const body = { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
  return { status, body };
}

/** One page of a list, with the address of the next one. */
export function page<Entry>(
  request: StandInRequest,
  account: StandInAccount,
  name: string,
  entries: readonly Entry[],
): StandInAnswer {
  const size = Math.min(1000, Math.max(1, Number(request.query.get('PageSize') ?? 50)));
  const at = Number(request.query.get('Page') ?? 0);
  const uriOf = (index: number) => {
    const query = new URLSearchParams(request.query);
    query.set('PageSize', String(size));
    query.set('Page', String(index));
    if (index > 0) query.set('PageToken', `PAToken${index}`);
    return `/2010-04-01/Accounts/${account.accountSid}/${request.path}?${query}`;
  };
  const body = {
    [name]: entries.slice(at * size, (at + 1) * size),
    page: at,
    page_size: size,
    start: at * size,
    uri: uriOf(at),
    first_page_uri: uriOf(0),
    previous_page_uri: at > 0 ? uriOf(at - 1) : null,
    next_page_uri: (at + 1) * size < entries.length ? uriOf(at + 1) : null,
  };
  return { status: 200, body };
}
