import { boundedFetch } from '../../bounded-fetch.ts';
import { VendorError } from '../../vendor.ts';

/** Codes with which the vendor says that the app was taken out or its token withdrawn. */
const revokedCodes = new Set([
  'token_revoked',
  'token_expired',
  'account_inactive',
  'invalid_auth',
  'not_authed',
  'missing_scope',
  'app_missing_action_url',
  'invalid_refresh_token',
  'team_access_not_granted',
]);
const passingCodes = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

/** Where the vendor is, unless the environment leads elsewhere. */
export type Endpoints = { root: string; hooksRoot: string };

export function readEndpoints(environment: Readonly<Record<string, string | undefined>>): Endpoints {
  const trim = (url: string) => url.replace(/\/+$/, '');
  return {
    root: trim(environment['SLACK_ROOT'] || 'https://slack.com'),
    hooksRoot: trim(environment['SLACK_HOOKS_ROOT'] || 'https://hooks.slack.com'),
  };
}

export type ApiAnswer = { ok: true } & Record<string, unknown>;

/**
 * Calls a method of the Web API (https://api.slack.com/web): failures come with status 200 and a code.
 * @throws VendorError with that code
 */
export async function callApi(
  { root }: Endpoints,
  method: string,
  request: {
    token?: string;
    basic?: string;
    form?: Record<string, string>;
    json?: object;
    signal: AbortSignal;
  },
): Promise<ApiAnswer> {
  const { token, basic, form, json, signal } = request;
  const response = await boundedFetch(`${root}/api/${method}`, {
    method: 'POST',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(basic !== undefined && { authorization: `Basic ${Buffer.from(basic).toString('base64')}` }),
      'content-type': json ? 'application/json; charset=utf-8' : 'application/x-www-form-urlencoded',
    },
    body: json ? JSON.stringify(json) : new URLSearchParams(form ?? {}).toString(),
    signal,
  });
  checkStatus(response);
  const answer = (await response.json().catch(() => undefined)) as Record<string, unknown> | undefined;
  if (answer?.['ok'] === true) return answer as ApiAnswer;
  const code = typeof answer?.['error'] === 'string' ? answer['error'] : undefined;
  if (code === undefined) throw new VendorError('unavailable', 'The answer of the messenger cannot be read.');
  if (code === 'ratelimited') throw new VendorError('rate_limited', code);
  if (revokedCodes.has(code)) throw new VendorError('revoked', code);
  if (passingCodes.has(code)) throw new VendorError('unavailable', code);
  throw new VendorError(code === 'channel_not_found' ? 'not_found' : 'refused', code);
}

/** Posts to an incoming webhook (https://api.slack.com/messaging/webhooks): its answers are plain words. */
export async function postToHook(url: string, message: object, signal: AbortSignal): Promise<void> {
  const response = await boundedFetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    signal,
  });
  if (response.status === 200) return;
  checkStatus(response);
  const words = (await response.text()).slice(0, 60);
  // Removed hooks answer 404 no_service, archived channels 410, switched-off apps 403.
  const isGone = [403, 404, 410].includes(response.status);
  throw new VendorError(
    isGone ? 'revoked' : 'refused',
    /^\w+$/.test(words) ? words : String(response.status),
  );
}

function checkStatus({ status, headers }: Response): void {
  if (status === 429) {
    const seconds = Number(headers.get('retry-after'));
    const retryAfterMs = (Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) : 30) * 1000;
    throw new VendorError('rate_limited', 'ratelimited', { retryAfterMs });
  }
  if (status >= 500) throw new VendorError('unavailable', String(status));
}
