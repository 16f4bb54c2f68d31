import { ProviderError, type ProviderErrorKind } from '@parley/engine/interfaces/provider-error';

/** An HTTP answer of 400 and above, as far as an error needs it. */
export type FailedAnswer = { status: number; headers: Readonly<Record<string, string>>; body: string };

/** Reads the failed answer of a `fetch`; a body that breaks off counts as empty. */
export async function readFailedAnswer(response: Response): Promise<FailedAnswer> {
  const body = await response.text().catch(() => '');
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

/** The error for a failed answer. The key never stands in the message, even where a server repeats it. */
export function answerError(
  answer: FailedAnswer,
  said: { kind: ProviderErrorKind; message: string; apiKey: string },
): ProviderError {
  const told = said.message.slice(0, 300);
  const message = said.apiKey.length > 0 ? told.replaceAll(said.apiKey, '(key)') : told;
  const text = `The provider answered ${answer.status}${message ? `: ${message}` : ''}.`.replace(
    /\.\.$/,
    '.',
  );
  const retryAfterMs = readRetryAfterMs(answer.headers);
  return new ProviderError(said.kind, text, retryAfterMs === undefined ? {} : { retryAfterMs });
}

/** What a status means at most vendors; a vendor's own codes come first. */
export function kindOfStatus(status: number): ProviderErrorKind {
  if (status === 401 || status === 403) return 'authentication';
  if (status === 429) return 'rate_limited';
  if (status === 408 || status === 504) return 'timed_out';
  if (status === 409 || status === 425 || status >= 500) return 'unavailable';
  return 'refused';
}

/** What went wrong between us and the provider: a ProviderError as it is, else the network, else nonsense. */
export function connectionError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const code = networkCode(error);
  if (code?.includes('TIMEOUT') || code === 'ETIMEDOUT') {
    return new ProviderError('timed_out', 'The provider did not answer in time.', { cause: error });
  }
  const isNetwork = code !== undefined || error instanceof TypeError;
  if (isNetwork) return new ProviderError('unavailable', 'The provider cannot be reached.', { cause: error });
  return new ProviderError('malformed', 'The provider answered something that cannot be read.', {
    cause: error,
  });
}

/** A field of something parsed from JSON; undefined where there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** The JSON of a body; undefined where it is none. */
export function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** `Retry-After` in seconds or as a date (RFC 9110 section 10.2.3), or `retry-after-ms` as some vendors send it. */
function readRetryAfterMs(headers: Readonly<Record<string, string>>): number | undefined {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const after = headers['retry-after'];
  if (!after) return undefined;
  const seconds = Number(after);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - Date.now();
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
}

/** The system or HTTP client code behind an error, such as ECONNREFUSED. */
function networkCode(error: unknown): string | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = fieldOf(cause, 'code');
    if (typeof code === 'string') return code;
  }
  return undefined;
}
