import { createHash, randomBytes } from 'node:crypto';
import { type StandInReply, type StandInRequest, StandInServer } from '../../testing-stand-in-server.ts';

type StoredEvent = {
  id: string;
  status: 'confirmed' | 'cancelled';
  summary: string;
  start: { dateTime: string };
  end: { dateTime: string };
  attendees: { email: string }[];
};
type Code = { clientId: string; redirectUri: string; challenge: string; scope: string };

/** Errors as https://developers.google.com/calendar/api/guides/errors shows them. */
export const apiErrors = {
  unauthorised: apiError(401, 'global', 'authError', 'Invalid Credentials'),
  rateLimited: apiError(403, 'usageLimits', 'rateLimitExceeded', 'Rate Limit Exceeded'),
  insufficient: apiError(403, 'global', 'insufficientPermissions', 'Insufficient Permission'),
  notFound: apiError(404, 'global', 'notFound', 'Not Found'),
  duplicate: apiError(409, 'global', 'duplicate', 'The requested identifier already exists.'),
  gone: apiError(410, 'global', 'deleted', 'Resource has been deleted'),
  backend: apiError(500, 'global', 'backendError', 'Backend Error'),
} satisfies Record<string, StandInReply>;

function apiError(code: number, domain: string, reason: string, message: string) {
  return { status: code, json: { error: { errors: [{ domain, reason, message }], code, message } } };
}

/** RFC 6749 section 5.2, as the vendor's token endpoint answers. */
const oauthError = (error: string, description: string): StandInReply => ({
  status: 400,
  json: { error, error_description: description },
});

/**
 * The vendor's sign-in and calendar on loopback, for tests: it demands what the documentation demands (PKCE, the
 * registered redirect address, the client's secret, a token that lives) and keeps events.
 */
export class GoogleStandIn {
  readonly server = new StandInServer((request) => this.#route(request));
  readonly client = { clientId: 'client.apps.example', clientSecret: 'GOCSPX-secret' };
  readonly calendars = [
    {
      id: 'ada@example.com',
      summary: 'ada@example.com',
      timeZone: 'America/New_York',
      accessRole: 'owner',
      primary: true,
    },
    { id: 'team@group.calendar.example', summary: 'Team', timeZone: 'Europe/Berlin', accessRole: 'writer' },
    { id: 'holidays@group.calendar.example', summary: 'Holidays', timeZone: 'UTC', accessRole: 'reader' },
  ];
  /** Times that are taken besides events, by calendar. */
  readonly busy = new Map<string, { start: string; end: string }[]>();
  readonly events = new Map<string, StoredEvent>();
  /** What is given to the next who sign in. */
  scope = '';
  readonly #codes = new Map<string, Code>();
  readonly #accessTokens = new Set<string>();
  readonly #refreshTokens = new Set<string>();

  static async open(): Promise<GoogleStandIn> {
    const standIn = new GoogleStandIn();
    await standIn.server.open();
    return standIn;
  }

  /** Variables that lead the product here. */
  get environment(): Record<string, string> {
    const { url } = this.server;
    return {
      GOOGLE_AUTH_URL: `${url}/o/oauth2/v2/auth`,
      GOOGLE_TOKEN_URL: `${url}/token`,
      GOOGLE_REVOKE_URL: `${url}/revoke`,
      GOOGLE_API_ROOT: url,
    };
  }

  /** With the client, as an operator who has registered one. */
  get operatorEnvironment(): Record<string, string> {
    const { clientId, clientSecret } = this.client;
    return { ...this.environment, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret };
  }

  /** The access tokens that were given run out; refresh tokens stay good. */
  expireAccessTokens(): void {
    this.#accessTokens.clear();
  }

  /** The user takes the permission back at the vendor. */
  withdrawPermission(): void {
    this.#accessTokens.clear();
    this.#refreshTokens.clear();
  }

  hasPermission(): boolean {
    return this.#refreshTokens.size > 0;
  }

  /** What a user does who opens the address and allows the connection: the address they are sent back to. */
  allow(authorizeUrl: string): string {
    const query = new URL(authorizeUrl).searchParams;
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('state', query.get('state') ?? '');
    back.searchParams.set('code', this.#newCode(query));
    back.searchParams.set('scope', query.get('scope') ?? '');
    return back.href;
  }

  async close(): Promise<void> {
    await this.server.close();
  }

  #newCode(query: URLSearchParams): string {
    const code = `4/${randomBytes(20).toString('base64url')}`;
    this.#codes.set(code, {
      clientId: query.get('client_id') ?? '',
      redirectUri: query.get('redirect_uri') ?? '',
      challenge: query.get('code_challenge') ?? '',
      scope: this.scope || (query.get('scope') ?? ''),
    });
    return code;
  }

  #route(request: StandInRequest): StandInReply {
    const { path, method } = request;
    if (path === '/o/oauth2/v2/auth') return this.#consent(request);
    if (path === '/token' && method === 'POST') return this.#token(request.form);
    if (path === '/revoke' && method === 'POST') return this.#revoke(request);
    if (!path.startsWith('/calendar/v3/')) return { status: 404, text: 'Not found.' };
    const token = request.authorization?.replace('Bearer ', '') ?? '';
    if (!this.#accessTokens.has(token)) return apiErrors.unauthorised;
    if (path === '/calendar/v3/users/me/calendarList') return this.#list(request.query);
    if (path === '/calendar/v3/freeBusy' && method === 'POST') return this.#freeBusy(request.json);
    const event = /^\/calendar\/v3\/calendars\/([^/]+)\/events(?:\/([^/]+))?$/.exec(path);
    return event ? this.#event(request, event[1]!, event[2]) : apiErrors.notFound;
  }

  /** The page on which a user allows the connection or does not. */
  #consent({ query }: StandInRequest): StandInReply {
    const isComplete =
      query.get('response_type') === 'code' &&
      query.get('client_id') === this.client.clientId &&
      query.get('code_challenge_method') === 'S256' &&
      (query.get('code_challenge') ?? '').length === 43 &&
      query.get('access_type') === 'offline' &&
      (query.get('state') ?? '').length >= 32;
    const redirectUri = query.get('redirect_uri') ?? '';
    if (!isComplete || !redirectUri.endsWith('/api/v1/auth-master/google/calendar/callback'))
      return { status: 400, text: 'Error 400: invalid_request' };
    const denied = new URL(redirectUri);
    denied.searchParams.set('state', query.get('state') ?? '');
    denied.searchParams.set('error', 'access_denied');
    const allowed = this.allow(`http://stand-in/?${query}`);
    const link = (url: string, words: string) =>
      `<p><a href="${url.replaceAll('&', '&amp;')}">${words}</a></p>`;
    return {
      status: 200,
      html: `<!doctype html><title>Sign in</title><h1>Parley wants to access your account</h1>${link(allowed, 'Allow')}${link(denied.href, 'Cancel')}`,
    };
  }

  #token(form: URLSearchParams): StandInReply {
    const { clientId, clientSecret } = this.client;
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      return { status: 401, json: { error: 'invalid_client', error_description: 'Unauthorized' } };
    if (form.get('grant_type') === 'refresh_token') {
      if (!this.#refreshTokens.has(form.get('refresh_token') ?? ''))
        return oauthError('invalid_grant', 'Token has been expired or revoked.');
      return this.#grant(undefined, '');
    }
    const code = this.#codes.get(form.get('code') ?? '');
    // A code is good once.
    this.#codes.delete(form.get('code') ?? '');
    if (code === undefined) return oauthError('invalid_grant', 'Malformed auth code.');
    if (code.redirectUri !== form.get('redirect_uri'))
      return oauthError('redirect_uri_mismatch', 'Bad Request');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (code.challenge !== challenge) return oauthError('invalid_grant', 'Invalid code verifier.');
    const refreshToken = `1//${randomBytes(20).toString('base64url')}`;
    this.#refreshTokens.add(refreshToken);
    return this.#grant(refreshToken, code.scope);
  }

  #grant(refreshToken: string | undefined, scope: string): StandInReply {
    const accessToken = `ya29.${randomBytes(20).toString('base64url')}`;
    this.#accessTokens.add(accessToken);
    return {
      status: 200,
      json: {
        access_token: accessToken,
        expires_in: 3599,
        token_type: 'Bearer',
        ...(refreshToken && { refresh_token: refreshToken, scope }),
      },
    };
  }

  #revoke({ query, form }: StandInRequest): StandInReply {
    const token = form.get('token') ?? query.get('token') ?? '';
    if (!this.#refreshTokens.has(token) && !this.#accessTokens.has(token))
      return { status: 400, json: { error: 'invalid_token', error_description: 'Token expired or revoked' } };
    this.withdrawPermission();
    return { status: 200, json: {} };
  }

  /** One calendar a page, so that pages are read. */
  #list(query: URLSearchParams): StandInReply {
    const at = Number(query.get('pageToken') ?? 0);
    const next = at + 1 < this.calendars.length ? { nextPageToken: String(at + 1) } : {};
    return {
      status: 200,
      json: { kind: 'calendar#calendarList', items: this.calendars.slice(at, at + 1), ...next },
    };
  }

  #freeBusy(query: Record<string, unknown>): StandInReply {
    const [from, until] = [Date.parse(String(query['timeMin'])), Date.parse(String(query['timeMax']))];
    // Ranges of more than about three months are refused.
    if (!(until > from) || until - from > 92 * 86_400_000)
      return apiError(400, 'calendar', 'timeRangeTooLong', 'The requested time range is too long.');
    const touches = ({ start, end }: { start: string; end: string }) =>
      Date.parse(start) < until && Date.parse(end) > from;
    const calendars = Object.fromEntries(
      (query['items'] as { id: string }[]).map(({ id }) => {
        if (!this.calendars.some((calendar) => calendar.id === id))
          return [id, { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }];
        const events = [...this.events]
          .filter(([key, event]) => key.startsWith(`${id}/`) && event.status === 'confirmed')
          .map(([, event]) => ({ start: event.start.dateTime, end: event.end.dateTime }));
        return [id, { busy: [...(this.busy.get(id) ?? []), ...events].filter(touches) }];
      }),
    );
    return { status: 200, json: { kind: 'calendar#freeBusy', calendars } };
  }

  #event({ method, json }: StandInRequest, calendarId: string, eventId: string | undefined): StandInReply {
    if (!this.calendars.some((calendar) => calendar.id === calendarId)) return apiErrors.notFound;
    if (method === 'POST' && eventId === undefined) {
      const event = json as StoredEvent;
      // Ids: base32hex, 5 to 1024 characters (https://developers.google.com/calendar/api/v3/reference/events/insert).
      if (!/^[a-v0-9]{5,1024}$/.test(event.id))
        return apiError(400, 'global', 'invalid', 'Invalid resource id value.');
      const key = `${calendarId}/${event.id}`;
      if (this.events.has(key)) return apiErrors.duplicate;
      this.events.set(key, { ...event, status: 'confirmed' });
      return { status: 200, json: this.events.get(key) };
    }
    const event = this.events.get(`${calendarId}/${eventId}`);
    if (event === undefined) return apiErrors.notFound;
    if (method === 'GET') return { status: 200, json: event };
    if (event.status === 'cancelled') return apiErrors.gone;
    event.status = 'cancelled';
    return { status: 204 };
  }
}
