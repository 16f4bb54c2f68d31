import { ProviderError, type ProviderErrorKind } from '@parley/engine/interfaces/provider-error';
import { APICallError } from 'ai';

/** What a failed answer says, wherever it came from. */
type FailedAnswer = { status: number; headers: Readonly<Record<string, string>>; body: string };

/**
 * Turns whatever went wrong into a ProviderError. An abort that was asked for is given back as it is. The
 * key never stands in a message, even where a server repeats it.
 */
export function providerErrorOf(error: unknown, context: { signal: AbortSignal; apiKey: string }): unknown {
  if (context.signal.aborted) return context.signal.reason;
  if (error instanceof ProviderError) return error;
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 400) {
    const answer = {
      status: error.statusCode,
      headers: error.responseHeaders ?? {},
      body: error.responseBody ?? '',
    };
    return failedAnswerError(answer, context.apiKey);
  }
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

/** The error for an HTTP answer of 400 and above. */
export function failedAnswerError(answer: FailedAnswer, apiKey: string): ProviderError {
  const { code, message } = readErrorBody(answer.body);
  const said = apiKey.length > 0 ? message.replaceAll(apiKey, '(key)') : message;
  const text = `The provider answered ${answer.status}${said ? `: ${said}` : ''}.`.replace(/\.\.$/, '.');
  const retryAfterMs = readRetryAfter(answer.headers);
  return new ProviderError(
    kindOf(answer.status, code),
    text,
    retryAfterMs === undefined ? {} : { retryAfterMs },
  );
}

/** The failed answer of a `fetch`, its body cut to what an error needs. */
export async function failedResponseError(response: Response, apiKey: string): Promise<ProviderError> {
  const body = await response.text().catch(() => '');
  const headers = Object.fromEntries(response.headers);
  return failedAnswerError({ status: response.status, headers, body }, apiKey);
}

/** Error codes and statuses as in the vendor's "Error codes" guide. */
function kindOf(status: number, code: string): ProviderErrorKind {
  // A used-up quota answers 429 as well, and waiting does not help.
  if (code === 'insufficient_quota') return 'refused';
  if (status === 401 || status === 403) return 'authentication';
  if (status === 429) return 'rate_limited';
  if (status === 408 || status === 504) return 'timed_out';
  if (status === 409 || status === 425 || status >= 500) return 'unavailable';
  return 'refused';
}

function readErrorBody(body: string): { code: string; message: string } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return { code: '', message: '' };
  }
  const error = fieldOf(parsed, 'error') ?? parsed;
  const code = fieldOf(error, 'code') ?? fieldOf(error, 'type');
  const message = typeof error === 'string' ? error : (fieldOf(error, 'message') ?? fieldOf(error, 'detail'));
  return { code: String(code ?? ''), message: typeof message === 'string' ? message.slice(0, 300) : '' };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** `Retry-After` in seconds or as a date (RFC 9110 section 10.2.3), or the vendor's `retry-after-ms`. */
function readRetryAfter(headers: Readonly<Record<string, string>>): number | undefined {
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
