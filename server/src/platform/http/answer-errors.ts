import { AppError } from '@parley/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../log/log.ts';
import { describeError } from './describe-error.ts';

/** Longest request body, in bytes. */
export const bodyLimitBytes = 1_048_576;

/** Answers every failed request by the catalogue; what went wrong with us is logged and never told. */
export function answerErrors(fastify: FastifyInstance, log: Log): void {
  fastify.setErrorHandler((error, request, reply) => sendError({ error, request, reply, log }));
}

/** Sends `error` in the wire form of the catalogue. */
export function sendError(options: {
  error: unknown;
  request: FastifyRequest;
  reply: FastifyReply;
  log: Log;
}): FastifyReply {
  const { error, request, reply, log } = options;
  const answer = toAppError(error, request);
  if (answer.code === 'unexpected') {
    log.error('A request failed.', {
      requestId: request.id,
      route: request.routeOptions.url,
      ...describeError(error),
    });
  }
  return reply
    .code(answer.status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(answer.toAnswer(request.id));
}

/** The error of the catalogue for "there is nothing here". */
export function routeNotFound(request: FastifyRequest): AppError {
  const path = (request.url.split('?', 1)[0] ?? '').slice(0, 200);
  return AppError.of('route_not_found', { method: request.method, path });
}

function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  // Codes: https://fastify.dev/docs/latest/Reference/Errors/
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return AppError.of('media_type_unsupported');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return AppError.of('body_too_large', { limit: request.routeOptions.bodyLimit ?? bodyLimitBytes });
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return AppError.of('body_unreadable');
    default:
  }
  if (error instanceof SyntaxError && statusCode === 400) return AppError.of('body_unreadable');
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) return routeNotFound(request);
  return AppError.of('unexpected');
}
