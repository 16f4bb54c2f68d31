import rateLimit from '@fastify/rate-limit';
import { AppError } from '@parley/contract/errors';
import type { Route } from '@parley/contract/route';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { Config } from '../../config.ts';
import type { Log } from '../log/log.ts';
import { checkAccess } from './access.ts';
import { answerErrors, bodyLimitBytes, routeNotFound, sendError } from './answer-errors.ts';
import { mountApiDocs } from './api-docs.ts';
import { mountHealth, ReadinessChecks } from './health.ts';
import type { Authenticate, HttpServer, MountedStream } from './http.ts';
import { fastifyPath, mountRoute } from './mount-route.ts';
import { mountNetworkSocketRoute, mountWebhookRoute } from './network-doors.ts';
import { generalRateLimit, routeRateLimit } from './rate-limits.ts';
import { logRequests, requestIdOf } from './request-log.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { acceptSockets, mountSocketRoute } from './sockets.ts';
import { type Brand, mountWebApp } from './web-app.ts';

export type HttpOptions = {
  config: Pick<
    Config,
    'host' | 'port' | 'publicUrl' | 'trustProxy' | 'requestsPerMinute' | 'metricsToken'
  > & { links: Brand };
  log: Log;
  metrics: Registry;
  authenticate: Authenticate;
  /** The built web app; left out, or absent on disk, only the API is served. */
  webRoot?: URL;
  /** False: only health and metrics are served, for a process that has not the role `api`. */
  servesApi?: boolean;
};

/** The server and what only its owner does with it. */
export type OpenHttpServer = HttpServer & {
  /** Takes connections; resolves with the port. Rejects when the port is taken. */
  listen(): Promise<number>;
  /** Tells load balancers to send their traffic elsewhere; requests are still answered. */
  drain(): void;
  /** Answers what is running, then closes. May be called twice. */
  close(): Promise<void>;
};

/** Opens the HTTP side of the process: nothing is served until `listen` (tests use `fastify.inject`). */
export async function openHttpServer(options: HttpOptions): Promise<OpenHttpServer> {
  const { config, log, metrics, authenticate, webRoot, servesApi = true } = options;
  const { publicUrl, requestsPerMinute } = config;
  const fastify = createFastify(config.trustProxy, log);
  const checks = new ReadinessChecks();
  const mounted: Route[] = [];
  const streams: MountedStream[] = [];
  const urls: string[] = [];
  fastify.addHook('onRoute', ({ method, url }) => {
    urls.push(...[method].flat().map((each) => `${each} ${url}`));
  });

  logRequests({ fastify, log, metrics });
  await addSecurityHeaders(fastify, publicUrl, config.links);
  await fastify.register(rateLimit, generalRateLimit(requestsPerMinute));
  await acceptSockets(fastify, log);
  acceptJsonOnly(fastify);
  refuseNulInPaths(fastify);
  answerErrors(fastify, log);
  mountHealth({ fastify, checks, metrics, metricsToken: config.metricsToken, log });
  const { productName } = config.links;
  if (servesApi) mountApiDocs({ fastify, routes: mounted, productName, publicUrl });
  const findPage = webRoot && servesApi ? await mountWebApp(fastify, webRoot, config.links) : undefined;
  fastify.setNotFoundHandler({ preHandler: fastify.rateLimit() }, (request, reply) => {
    const isForApp = findPage !== undefined && isPageRequest(request);
    return isForApp ? findPage(reply) : sendError({ error: routeNotFound(request), request, reply, log });
  });

  return {
    fastify,
    mounted: { routes: mounted, streams, urls },
    mount(route, handler) {
      if (!servesApi) return;
      mounted.push(route);
      mountRoute({ fastify, publicUrl, requestsPerMinute, authenticate }, route, handler);
    },
    mountStream(path, { access, scope = null }, handler) {
      if (!servesApi) return;
      streams.push({ path, access, ...(scope !== null && { scope }) });
      fastify.route({
        method: 'GET',
        url: fastifyPath(path),
        config: { rateLimit: routeRateLimit(requestsPerMinute, undefined) },
        preParsing: (request, reply) =>
          checkAccess({ request, reply, access, scope, publicUrl, authenticate }),
        handler: async (request, reply) => {
          if (request.identity === null) throw AppError.of('not_signed_in');
          const takeUpload = (): Promise<never> => Promise.reject(AppError.of('upload_expected'));
          const context = { identity: request.identity, requestId: request.id, request, reply, takeUpload };
          return (await handler(context)) ?? reply;
        },
      });
    },
    mountSocket(socketRoute) {
      if (!servesApi) return;
      const { path, access, scope } = socketRoute;
      streams.push({ path, access, ...(scope !== undefined && { scope }) });
      mountSocketRoute({ fastify, publicUrl, requestsPerMinute, authenticate, log }, socketRoute);
    },
    mountWebhook: (path, handler) => mountWebhookRoute({ fastify, requestsPerMinute, log }, path, handler),
    mountNetworkSocket: (path, route) =>
      mountNetworkSocketRoute({ fastify, requestsPerMinute, log }, path, route),
    addReadiness: (name, isReady) => checks.add(name, isReady),
    async listen() {
      await fastify.listen({ host: config.host, port: config.port });
      const address = fastify.server.address();
      return typeof address === 'object' && address !== null ? address.port : config.port;
    },
    drain: () => checks.drain(),
    close: async () => {
      checks.drain();
      await fastify.close();
    },
  };
}

function createFastify(trustProxy: boolean, log: Log): FastifyInstance {
  const fastify = Fastify({
    logger: false,
    trustProxy,
    bodyLimit: bodyLimitBytes,
    requestIdHeader: false,
    genReqId: requestIdOf,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // A client that takes longer to send its request is cut off (slow requests would pile up): 20 MB at 1.4 Mbit/s.
    requestTimeout: 120_000,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_error, request, reply) => {
      sendError({ error: routeNotFound(request), request, reply, log });
    },
  });
  // What comes before the body is short.
  fastify.server.headersTimeout = 30_000;
  fastify.decorateRequest('identity', null);
  return fastify;
}

/** Bodies are JSON and nothing else; no body at all is fine where a route takes none. */
function acceptJsonOnly(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}

/** NUL stands in no path or query of ours, and the database cannot be asked for it. */
function refuseNulInPaths(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request) => {
    if (request.url.includes('%00')) throw routeNotFound(request);
  });
}

/** A browser that opens a page of the app, whatever its path: not a call of the API, not a missing file. */
function isPageRequest(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  const isPage = request.method === 'GET' || request.method === 'HEAD';
  return isPage && !/^\/(api|dev)(\/|$)/.test(path) && !/\.\w{1,8}$/.test(path);
}
