import type { FastifyInstance } from 'fastify';
import type { Log } from '../log/log.ts';
import { routeNotFound } from './answer-errors.ts';
import type { NetworkSocketRoute, WebhookHandler } from './http.ts';
import { fastifyPath } from './mount-route.ts';
import { keepAlive, toUserSocket } from './sockets.ts';

/** A form with what there is to tell of a call has about 2 kB. */
const webhookLimitBytes = 65_536;
/** All calls of an installation come from a few addresses: the limit of people does not fit them. */
const timesAsMany = 50;

export type DoorOptions = { fastify: FastifyInstance; requestsPerMinute: number; log: Log };

/**
 * Mounts a POST below /api/v1 for machines of other companies: no session and no origin, the body is a form that is
 * handed on as it is, and the handler proves who sent it.
 */
export function mountWebhookRoute(
  { fastify, requestsPerMinute }: DoorOptions,
  path: string,
  handler: WebhookHandler,
): void {
  // In a scope of its own: nowhere else is a form a body that is read.
  void fastify.register(async (scoped) => {
    scoped.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: webhookLimitBytes },
      (_request, body, done) => done(null, body),
    );
    scoped.route({
      method: 'POST',
      url: fastifyPath(path),
      bodyLimit: webhookLimitBytes,
      config: { rateLimit: { max: requestsPerMinute * timesAsMany } },
      handler: async (request, reply) => {
        const answer = await handler({
          params: request.params as Record<string, string>,
          pathAndQuery: request.url,
          header: (name) => {
            const value = request.headers[name];
            return Array.isArray(value) ? value[0] : value;
          },
          body: typeof request.body === 'string' ? request.body : '',
        });
        reply.code(answer.status).header('cache-control', 'no-store');
        if (answer.body === undefined) return reply.send();
        return reply.type(answer.contentType ?? 'text/plain; charset=utf-8').send(answer.body);
      },
    });
  });
}

/** Mounts a WebSocket below /api/v1 for machines of other companies. Whoever takes it finds out whether it may be. */
export function mountNetworkSocketRoute(
  { fastify, requestsPerMinute, log }: DoorOptions,
  path: string,
  { admit, onOpen }: NetworkSocketRoute,
): void {
  fastify.route({
    method: 'GET',
    url: fastifyPath(path),
    config: { rateLimit: { max: requestsPerMinute * timesAsMany } },
    preHandler: async (request) => admit(request.params as Record<string, string>),
    handler: async (request) => {
      throw routeNotFound(request);
    },
    wsHandler: (socket, request) => {
      keepAlive(socket);
      socket.on('error', (error: Error) => log.debug('A WebSocket failed.', { error: String(error) }));
      onOpen(request.params as Record<string, string>, toUserSocket(socket));
    },
  });
}
