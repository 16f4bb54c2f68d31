import { Registry } from 'prom-client';
import type { Log } from '../log/log.ts';
import type { Identity } from './http.ts';
import { type HttpOptions, type OpenHttpServer, openHttpServer } from './open-http-server.ts';
import type { Brand } from './web-app.ts';

/** What the operator of a test has set of the brand: nothing. */
export const testBrand: Brand = {
  productName: 'Parley',
  marketingUrl: '/',
  demoUrl: '/',
  privacyUrl: '/privacy',
  termsUrl: '/terms',
  recaptchaSiteKey: '',
  avatarUrl: '',
};

export type LogEntry = { level: string; sentence: string; fields: Record<string, unknown> };

/** A log that keeps what it is told. */
export function keepLog(entries: LogEntry[]): Log {
  const keep =
    (level: string) =>
    (sentence: string, fields: Record<string, unknown> = {}): void => {
      entries.push({ level, sentence, fields });
    };
  const log: Log = {
    debug: keep('debug'),
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
    child: () => log,
  };
  return log;
}

/** Somebody signed in, for tests of what stands on the HTTP server. */
export function identityOf(part: Partial<Identity> = {}): Identity {
  return {
    userId: 'usr_1',
    email: 'someone@example.com',
    workspaceId: 'wsp_1',
    role: 'editor',
    sessionId: 'ses_1',
    ...part,
  };
}

/** An HTTP server without a port, for `fastify.inject`. The header `x-test-role` signs a request in. */
export async function openTestHttpServer(
  options: Partial<Omit<HttpOptions, 'config'>> & { config?: Partial<HttpOptions['config']> } = {},
): Promise<{ http: OpenHttpServer; entries: LogEntry[]; metrics: Registry }> {
  const entries: LogEntry[] = [];
  const metrics = new Registry();
  const http = await openHttpServer({
    log: keepLog(entries),
    metrics,
    authenticate: async (request) => {
      const role = request.headers['x-test-role'];
      return typeof role === 'string' ? identityOf({ role: role as Identity['role'] }) : null;
    },
    ...options,
    config: {
      host: '127.0.0.1',
      port: 0,
      publicUrl: 'http://localhost:3000',
      trustProxy: false,
      links: testBrand,
      requestsPerMinute: 1_200,
      metricsToken: undefined,
      ...options.config,
    },
  });
  return { http, entries, metrics };
}
