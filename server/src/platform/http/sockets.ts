import websocket from '@fastify/websocket';
import { AppError } from '@parley/contract/errors';
import { type Permission, roleMay } from '@parley/contract/roles';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Log } from '../log/log.ts';
import { checkAccess } from './access.ts';
import { routeNotFound } from './answer-errors.ts';
import type { Authenticate, SocketContext, SocketRoute, UserSocket } from './http.ts';
import { fastifyPath } from './mount-route.ts';
import { routeRateLimit } from './rate-limits.ts';

/** The longest message of a socket, in bytes: longer ones end it (RFC 6455, code 1009). */
export const socketMessageLimitBytes = 16_384;
/** How often it is looked whether the far end is there and may still be, in ms. */
const checkMs = 15_000;
/** Messages that come before anybody listens. */
const earlyLimit = 100;
/** RFC 6455 section 7.4.2 leaves 4000 and up to applications. */
const signedOutCode = 4003;

export type SocketOptions = {
  fastify: FastifyInstance;
  publicUrl: string;
  requestsPerMinute: number;
  authenticate: Authenticate;
  log: Log;
};

/** Makes the server take WebSockets. Before the first route is mounted. */
export async function acceptSockets(fastify: FastifyInstance, log: Log): Promise<void> {
  await fastify.register(websocket, {
    options: { maxPayload: socketMessageLimitBytes, perMessageDeflate: false },
    errorHandler: (error, socket) => {
      log.debug('A WebSocket failed.', { error: String(error) });
      socket.terminate();
    },
  });
}

/**
 * Mounts a WebSocket below /api/v1, with the same session and error rules as calls. A browser opens one from any
 * page and sends its cookies (RFC 6455 section 10.2), so the origin counts here as it does for writes.
 */
export function mountSocketRoute(options: SocketOptions, socketRoute: SocketRoute): void {
  const { fastify, publicUrl, requestsPerMinute, authenticate } = options;
  const { path, access, scope = null, admit, onOpen } = socketRoute;
  const contextOf = (request: FastifyRequest): SocketContext => {
    if (request.identity === null) throw AppError.of('not_signed_in');
    return { identity: request.identity, requestId: request.id, request };
  };
  fastify.route({
    method: 'GET',
    url: fastifyPath(path),
    config: { rateLimit: routeRateLimit(requestsPerMinute, undefined) },
    preParsing: (request, reply) =>
      checkAccess({ request, reply, access, scope, publicUrl, authenticate, isSocket: true }),
    preHandler: async (request) => admit(contextOf(request)),
    handler: async (request) => {
      throw routeNotFound(request);
    },
    wsHandler: (socket, request) => {
      const context = contextOf(request);
      watchSocket(socket, { request, access, workspaceId: context.identity.workspaceId, authenticate });
      onOpen(context, toUserSocket(socket));
    },
  });
}

/** Ends a socket whose far end is silent, and one whose user is no longer who they were. */
function watchSocket(
  socket: WebSocket,
  given: {
    request: FastifyRequest;
    access: Permission;
    workspaceId: string;
    authenticate: Authenticate;
  },
): void {
  const { request, access, workspaceId, authenticate } = given;
  keepAlive(socket, () => {
    authenticate(request)
      .then((identity) => {
        if (identity?.workspaceId !== workspaceId || !roleMay(identity.role, access))
          socket.close(signedOutCode, 'You are signed out.');
      })
      .catch(() => undefined);
  });
}

/** Ends a socket whose far end is silent; `onCheck` is called as often as that is looked at. */
export function keepAlive(socket: WebSocket, onCheck: () => void = () => undefined): void {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  const timer = setInterval(() => {
    if (!isAlive) {
      socket.terminate();
      return;
    }
    isAlive = false;
    socket.ping();
    onCheck();
  }, checkMs);
  socket.on('close', () => clearInterval(timer));
}

export function toUserSocket(socket: WebSocket): UserSocket {
  const early: (Uint8Array | string)[] = [];
  let onMessage = (message: Uint8Array | string): void => {
    if (early.length < earlyLimit) early.push(message);
  };
  socket.on('message', (data: Buffer, isBinary: boolean) => onMessage(isBinary ? data : data.toString()));
  const isClosed = (): boolean => socket.readyState === socket.CLOSED;
  return {
    get unsentBytes() {
      return socket.bufferedAmount;
    },
    send(message) {
      if (socket.readyState === socket.OPEN) socket.send(message);
    },
    onMessage(listener) {
      onMessage = listener;
      for (const message of early.splice(0)) listener(message);
    },
    onClose(listener) {
      if (isClosed()) listener();
      else socket.once('close', () => listener());
    },
    close(code, reason) {
      if (!isClosed()) socket.close(code, reason);
    },
  };
}
