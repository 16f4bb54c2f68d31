import { GaxiosError } from 'gaxios';
import { VendorError } from '../../vendor.ts';

/** What an error of the API says: `error.errors[].reason` of https://developers.google.com/calendar/api/guides/errors. */
type ApiFailure = { error?: { errors?: { reason?: string }[]; message?: string } | string };

const rateLimitReasons = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'dailyLimitExceeded',
  'calendarUsageLimitsExceeded',
]);

/** Turns what the client library throws into our words. A signal that ended is passed on as it is. */
export function toVendorError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof VendorError) return error;
  const inner = error instanceof Error ? error.cause : undefined;
  if (inner instanceof VendorError) return inner;
  if (!(error instanceof GaxiosError) || error.status === undefined) {
    return new VendorError('unavailable', 'The calendar cannot be reached.', { cause: error });
  }
  const { status } = error;
  const failure = error.response?.data as ApiFailure | undefined;
  // The token endpoint answers as RFC 6749 section 5.2 says: the code is a text.
  const code = typeof failure?.error === 'string' ? failure.error : undefined;
  if (code === 'invalid_grant') return new VendorError('revoked', 'invalid_grant', { cause: error });
  if (code !== undefined && status < 500) return new VendorError('refused', code, { cause: error });
  const details = typeof failure?.error === 'object' ? failure.error : undefined;
  const reason = details?.errors?.[0]?.reason ?? String(status);
  return new VendorError(problemOf(status, reason), reason, { cause: error });
}

function problemOf(status: number, reason: string): VendorError['problem'] {
  if (status === 401) return 'unauthorised';
  if (status === 429 || rateLimitReasons.has(reason)) return 'rate_limited';
  // The permission was given without a scope that is needed.
  if (status === 403 && reason === 'insufficientPermissions') return 'revoked';
  if (status === 404 || status === 410) return 'not_found';
  if (status === 409) return 'already_there';
  return status >= 500 ? 'unavailable' : 'refused';
}
