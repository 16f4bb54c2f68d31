import { randomBytes } from 'node:crypto';
import { type StandInReply, type StandInRequest, StandInServer } from '../../testing-stand-in-server.ts';

type Message = { channel: string; text: string; blocks: unknown[] };

/** A refusal of the Web API: status 200 and a code. */
export const apiError = (error: string): StandInReply => ({ status: 200, json: { ok: false, error } });
/** https://api.slack.com/docs/rate-limits */
export const rateLimited = (seconds: number): StandInReply => ({
  status: 429,
  json: { ok: false, error: 'ratelimited' },
  headers: { 'retry-after': String(seconds) },
});

/** The messenger on loopback, for tests: sign-in, channels, messages and incoming webhooks, as documented. */
export class SlackStandIn {
  readonly server = new StandInServer((request) => this.#route(request));
  readonly client = { clientId: '1234.5678', clientSecret: 'abcdef' };
  readonly channels = [
    { id: 'C01', name: 'sales' },
    { id: 'C02', name: 'support' },
    { id: 'C03', name: 'calls' },
  ];
  readonly messages: Message[] = [];
  readonly hooked: Omit<Message, 'channel'>[] = [];
  readonly #codes = new Map<string, string>();
  readonly #tokens = new Set<string>();

  static async open(): Promise<SlackStandIn> {
    const standIn = new SlackStandIn();
    await standIn.server.open();
    return standIn;
  }

  get environment(): Record<string, string> {
    return { SLACK_ROOT: this.server.url, SLACK_HOOKS_ROOT: this.server.url };
  }

  get operatorEnvironment(): Record<string, string> {
    const { clientId, clientSecret } = this.client;
    return { ...this.environment, SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret };
  }

  get hookUrl(): string {
    return `${this.server.url}/services/T01/B01/secret`;
  }

  /** The app is taken out of the workspace. */
  withdrawPermission(): void {
    this.#tokens.clear();
  }

  /** What a user does who opens the address and allows the app. */
  allow(authorizeUrl: string): string {
    const query = new URL(authorizeUrl).searchParams;
    const back = new URL(query.get('redirect_uri') ?? '');
    const code = randomBytes(12).toString('hex');
    this.#codes.set(code, back.href);
    back.searchParams.set('code', code);
    back.searchParams.set('state', query.get('state') ?? '');
    return back.href;
  }

  async close(): Promise<void> {
    await this.server.close();
  }

  #route(request: StandInRequest): StandInReply {
    const { path } = request;
    if (path === '/services/T01/B01/secret') {
      this.hooked.push(request.json as Omit<Message, 'channel'>);
      return { status: 200, text: 'ok' };
    }
    if (path.startsWith('/services/')) return { status: 404, text: 'no_service' };
    if (path === '/api/oauth.v2.access') return this.#token(request);
    if (!this.#tokens.has(request.authorization?.replace('Bearer ', '') ?? ''))
      return apiError('token_revoked');
    if (path === '/api/auth.test')
      return { status: 200, json: { ok: true, team: 'Riverside', team_id: 'T01' } };
    if (path === '/api/conversations.list') return this.#list(request.form);
    if (path === '/api/chat.postMessage') return this.#post(request.json);
    if (path === '/api/auth.revoke') {
      this.withdrawPermission();
      return { status: 200, json: { ok: true, revoked: true } };
    }
    return apiError('unknown_method');
  }

  #token({ authorization, form }: StandInRequest): StandInReply {
    const { clientId, clientSecret } = this.client;
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    if (authorization !== `Basic ${basic}`) return apiError('bad_client_secret');
    const redirectUri = this.#codes.get(form.get('code') ?? '');
    this.#codes.delete(form.get('code') ?? '');
    if (redirectUri === undefined) return apiError('invalid_code');
    if (redirectUri !== form.get('redirect_uri')) return apiError('bad_redirect_uri');
    const token = `xoxb-${randomBytes(12).toString('hex')}`;
    this.#tokens.add(token);
    return {
      status: 200,
      json: {
        ok: true,
        access_token: token,
        token_type: 'bot',
        scope: 'chat:write,chat:write.public,channels:read,groups:read',
        team: { name: 'Riverside', id: 'T01' },
      },
    };
  }

  /** Two channels a page. */
  #list(form: URLSearchParams): StandInReply {
    const at = Number(form.get('cursor') ?? 0);
    const next = at + 2 < this.channels.length ? String(at + 2) : '';
    return {
      status: 200,
      json: { ok: true, channels: this.channels.slice(at, at + 2), response_metadata: { next_cursor: next } },
    };
  }

  #post(message: Record<string, unknown>): StandInReply {
    if (!this.channels.some((channel) => channel.id === message['channel']))
      return apiError('channel_not_found');
    this.messages.push(message as Message);
    return { status: 200, json: { ok: true, ts: '1700000000.000100', channel: message['channel'] } };
  }
}
