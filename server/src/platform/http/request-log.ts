import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import type { Log } from '../log/log.ts';

/** What a request id given by a proxy or client may look like; anything else is replaced by one of ours. */
const safeRequestId = /^[\w.-]{8,64}$/;

/** The id a request goes by in logs and in its answer. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  if (typeof given === 'string' && safeRequestId.test(given)) return given;
  return `req_${randomBytes(12).toString('base64url')}`;
}

/** Gives the request id back, logs each request by its route (never its address, query or body) and counts it. */
export function logRequests(options: { fastify: FastifyInstance; log: Log; metrics: Registry }): void {
  const { fastify, log, metrics } = options;
  const durations = new Histogram({
    name: 'parley_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [metrics],
  });
  fastify.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    const status = reply.statusCode;
    durations.observe({ method, route, status }, reply.elapsedTime / 1000);
    const fields = {
      requestId: request.id,
      method,
      route,
      status,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.identity && { userId: request.identity.userId, workspaceId: request.identity.workspaceId }),
    };
    if (status >= 500) log.warn('A request was answered with a fault of ours.', fields);
    else if (route.startsWith('/api/v1')) log.info('A request was answered.', fields);
    else log.debug('A request was answered.', fields);
  });
}
