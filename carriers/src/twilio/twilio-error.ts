export type TwilioErrorKind =
  /** The account SID, the auth token or the API key is wrong, or the key may not do this. */
  | 'wrong_key'
  | 'not_found'
  | 'rate_limited'
  /** The account, or what was asked for, is not in order: asking again changes nothing. */
  | 'refused'
  | 'unavailable'
  | 'timed_out'
  | 'malformed';

/** Why a request to the account was not answered as it should be. The message is a sentence for staff, without secrets. */
export class TwilioError extends Error {
  readonly kind: TwilioErrorKind;
  /** Of the answer; 0 without one. */
  readonly status: number;
  /** Twilio's own number of the problem (https://www.twilio.com/docs/api/errors); 0 where it named none. */
  readonly code: number;
  /** Whether what was asked for may have been done all the same. */
  readonly mayHaveBeenDone: boolean;

  constructor(problem: {
    kind: TwilioErrorKind;
    message: string;
    status?: number;
    code?: number;
    mayHaveBeenDone?: boolean;
  }) {
    super(problem.message);
    this.name = 'TwilioError';
    this.kind = problem.kind;
    this.status = problem.status ?? 0;
    this.code = problem.code ?? 0;
    this.mayHaveBeenDone = problem.mayHaveBeenDone ?? false;
  }
}

/** The error for a failed answer, whose body is `{ code, message, more_info, status }`. */
export function errorOfAnswer(status: number, body: unknown): TwilioError {
  const code = numberOf(body, 'code');
  const said = textOf(body, 'message').slice(0, 300);
  const kind = kindOf(status, code);
  const remark = code === 0 ? `status ${status}` : `error ${code}`;
  const message =
    kind === 'wrong_key'
      ? `Twilio refuses the account SID, the auth token or the API key (${remark}).`
      : kind === 'rate_limited'
        ? `Twilio takes no more requests of this account for the moment (${remark}).`
        : kind === 'unavailable'
          ? `Twilio cannot answer for the moment (${remark}).`
          : `Twilio refuses: ${said === '' ? 'no reason is given' : said.replace(/\.$/, '')} (${remark}).`;
  // A server that failed, or one in between that gave up waiting, may have done it before.
  return new TwilioError({ kind, message, status, code, mayHaveBeenDone: status >= 500 });
}

/** The error for a request that got no answer. */
export function errorOfConnection(error: unknown): TwilioError {
  const { name, code } = findCause(error);
  if (name === 'TimeoutError')
    return new TwilioError({
      kind: 'timed_out',
      message: 'Twilio did not answer in time.',
      mayHaveBeenDone: true,
    });
  return new TwilioError({
    kind: 'unavailable',
    message: `Twilio cannot be reached${code === '' ? '' : ` (${code})`}.`,
    mayHaveBeenDone: !neverSent.has(code),
  });
}

/** The connection did not come about: nothing of the request has left. */
const neverSent: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function kindOf(status: number, code: number): TwilioErrorKind {
  // 20003: authentication; 20403, 70051: the key may not do this. 20429, 20008: too many requests.
  if (status === 401 || code === 20003 || code === 70051) return 'wrong_key';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'unavailable' : 'refused';
}

/** Name and code of what went wrong: fetch wraps it, and a host with several addresses wraps one error for each. */
function findCause(error: unknown): { name: string; code: string } {
  let name = '';
  let code = '';
  let at = error;
  for (let depth = 0; at instanceof Error && depth < 5; depth += 1) {
    if (name !== 'TimeoutError') name = at.name;
    if ('code' in at && typeof at.code === 'string') code = at.code;
    at = at instanceof AggregateError && at.errors.length > 0 ? at.errors[0] : at.cause;
  }
  return { name, code };
}

export function textOf(value: unknown, name: string): string {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : '';
}

export function numberOf(value: unknown, name: string): number {
  const field = fieldOf(value, name);
  return typeof field === 'number' && Number.isFinite(field) ? field : 0;
}

export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
