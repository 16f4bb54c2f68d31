import multipart from '@fastify/multipart';
import { scopeOf } from '@parley/contract/api-areas';
import { AppError, type FieldProblem } from '@parley/contract/errors';
import type { Route } from '@parley/contract/route';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import { checkAccess } from './access.ts';
import { findBrokenText } from './find-broken-text.ts';
import type { Authenticate, RouteHandler } from './http.ts';
import { routeRateLimit } from './rate-limits.ts';
import { Uploads } from './take-upload.ts';

/** Where the API lives. */
export const apiPrefix = '/api/v1';

export type MountOptions = {
  fastify: FastifyInstance;
  publicUrl: string;
  requestsPerMinute: number;
  authenticate: Authenticate;
};

/** Mounts a call of the contract: access, then input, then the handler, then its answer is checked as well. */
export function mountRoute<const R extends Route>(
  options: MountOptions,
  route: R,
  handler: RouteHandler<R>,
): void {
  const { fastify, publicUrl, authenticate, requestsPerMinute } = options;
  const scope = scopeOf(route);
  const { upload } = route;
  const definition: RouteOptions = {
    method: route.method,
    url: fastifyPath(route.path),
    config: { rateLimit: routeRateLimit(requestsPerMinute, route.perMinute), access: route.access },
    preParsing: async (request, reply) => {
      await checkAccess({ request, reply, access: route.access, scope, publicUrl, authenticate });
    },
    handler: async (request, reply) => {
      const input = readInput(route, request);
      const uploads = new Uploads(request, upload?.fileBytes ?? 0);
      const context = {
        identity: request.identity,
        requestId: request.id,
        request,
        reply,
        takeUpload: () => uploads.take(),
      };
      // The one place where the types of a route's schemas meet the untyped request.
      const result = await handler(input as never, context as never).finally(() => uploads.clear());
      if (reply.sent) return reply;
      reply.code(route.status).header('cache-control', 'no-store');
      return route.status === 204 ? reply.send() : reply.send(checkAnswer(route, result));
    },
  };
  if (upload === undefined) {
    fastify.route(definition);
    return;
  }
  // In a scope of its own: nowhere else is a form a body that is read.
  void fastify.register(async (scoped) => {
    await scoped.register(multipart, {
      limits: { fileSize: upload.fileBytes, files: 1, fields: 10, fieldSize: 10_000, parts: 11 },
      throwFileSizeLimit: false,
    });
    scoped.route(definition);
  });
}

/** A path of the contract, such as `/calls/{id}`, in the words of Fastify, below the API's prefix. */
export function fastifyPath(path: string): string {
  return apiPrefix + path.replace(/\{(\w+)\}/g, ':$1');
}

/** Parses the parts a route has. Throws `input_invalid` with every field that is wrong. */
function readInput(route: Route, request: FastifyRequest): Record<'params' | 'query' | 'body', unknown> {
  const problems: FieldProblem[] = [];
  const read = (
    part: 'params' | 'query' | 'body',
    schema: z.ZodType | undefined,
    value: unknown,
  ): unknown => {
    if (schema === undefined) return undefined;
    const parsed = schema.safeParse(value ?? (part === 'body' ? undefined : {}));
    if (parsed.success) return parsed.data;
    problems.push(...parsed.error.issues.map((issue) => toProblem(issue, part)));
    return undefined;
  };
  const input = {
    params: read('params', route.params, request.params),
    query: read('query', route.query, request.query),
    body: read('body', route.body, request.body),
  };
  const broken = findBrokenText(input.body);
  if (broken !== undefined)
    problems.push({
      field: broken || 'body',
      message: 'This holds characters that are none (NUL, or half of a pair).',
    });
  if (problems.length === 0) return input;
  const fields = [...new Set(problems.map((problem) => problem.field))].slice(0, 10).join(', ');
  throw AppError.withDetails('input_invalid', problems.slice(0, 50), { fields });
}

function toProblem(issue: z.core.$ZodIssue, part: string): FieldProblem {
  return { field: issue.path.length === 0 ? part : issue.path.join('.'), message: issue.message };
}

/** What the handler answered, without anything the contract does not name. A wrong answer is a fault of ours. */
function checkAnswer(route: Route, result: unknown): unknown {
  const parsed = route.answer.safeParse(result);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).join(', ');
  throw new Error(`The answer of ${route.method} ${route.path} does not fit the contract: ${where}.`);
}
