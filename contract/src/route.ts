import type { z } from 'zod';
import type { ApiTag } from './api-areas.ts';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './roles.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call a route: anyone, or a signed-in member whose role has the permission. */
export type RouteAccess = 'public' | Permission;

/**
 * One call of the API: the only description of it. The server mounts it, the web client calls it,
 * the OpenAPI page is made from it. `path` is below `/api/v1` and writes parameters as `{id}`.
 */
export type Route = {
  method: HttpMethod;
  path: string;
  /** One sentence for the OpenAPI page. */
  summary: string;
  /** Group on the OpenAPI page, and the area an API key needs (api-areas.ts). */
  tag: ApiTag;
  access: RouteAccess;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body is a form (multipart/form-data) with one file of at most so many bytes; there is no `body` then. */
  upload?: { fileBytes: number };
  /** Status of success and the schema of its body. */
  status: 200 | 201 | 202 | 204;
  answer: z.ZodType;
  /** Codes of the catalogue this call can answer besides those any call can. */
  errors?: readonly ErrorCode[];
  /** Requests per minute from one address, where lower than the general limit. */
  perMinute?: number;
};

/** Names a route, keeping its exact types. */
export function route<const R extends Route>(definition: R): R {
  return definition;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Given<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What the server's handler is given. */
export type RouteInput<R extends Route> = {
  params: Parsed<R['params']>;
  query: Parsed<R['query']>;
  body: Parsed<R['body']>;
};
/** What the server's handler returns. */
export type RouteResult<R extends Route> = z.input<R['answer']>;
/** What the client gives: only the parts the route has. */
export type RouteRequest<R extends Route> = (R['params'] extends z.ZodType
  ? { params: Given<R['params']> }
  : unknown) &
  (R['query'] extends z.ZodType ? { query?: Given<R['query']> } : unknown) &
  (R['body'] extends z.ZodType ? { body: Given<R['body']> } : unknown);
/** What the client receives. */
export type RouteAnswer<R extends Route> = z.output<R['answer']>;
