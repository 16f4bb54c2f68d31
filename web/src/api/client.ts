import { AppError, type ErrorAnswer } from '@parley/contract/errors';
import type { Route, RouteAnswer, RouteRequest } from '@parley/contract/route';
import { findStatedFailure } from './failure-message.ts';

/** The part of a contract route that exists in the browser: the schemas, and zod, stay with the server. */
export type Endpoint<R extends Route> = {
  readonly method: R['method'];
  readonly path: R['path'];
  /** Carries the type only; never set. */
  readonly route?: R;
};

/**
 * Names a route of the contract: `endpoint<typeof agentRoutes.list>('GET', '/voice-agent')`.
 * TypeScript refuses a method or a path that is not the route's own.
 */
export function endpoint<R extends Route>(method: R['method'], path: R['path']): Endpoint<R> {
  return { method, path };
}

/** How long one call may take before it counts as a broken connection. */
const timeoutMs = 30_000;

/**
 * Calls the API with the session cookie.
 * @throws AppError of the catalogue; `network` when no answer came.
 */
export async function call<R extends Route>(
  target: Endpoint<R>,
  request: RouteRequest<R> & { signal?: AbortSignal },
): Promise<RouteAnswer<R>> {
  const { params, query, body, signal } = request as RequestParts;
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Response;
  try {
    response = await fetch(`/api/v1${fillPath(target.path, params)}${queryText(query)}`, {
      method: target.method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw AppError.of('network');
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw errorOf(response.status, answer);
  if (answer === undefined) throw AppError.of('unexpected');
  return answer as RouteAnswer<R>;
}

/**
 * Fetches an answer that is a file, by its path below `/api/v1`. It may take as long as it needs.
 * @throws AppError of the catalogue; `network` when no answer came or it broke off.
 */
export async function fetchFile(path: string): Promise<{ name: string; file: Blob }> {
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, { credentials: 'same-origin' });
    if (response.ok) {
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
      return { name: name ?? 'download', file: await response.blob() };
    }
  } catch {
    throw AppError.of('network');
  }
  throw errorOf(response.status, await response.json().catch(() => undefined));
}

type RequestParts = {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  signal?: AbortSignal;
};

/** A path of the contract with its parameters filled in. */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function queryText(query: Record<string, string | number | undefined> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `?${search}` : '';
}

/** The error of an answer; one that is not ours, such as a proxy's page, by its status alone. */
export function errorOf(status: number, answer: unknown): AppError {
  if (isErrorAnswer(answer)) return AppError.fromAnswer(answer);
  if (status === 401) return AppError.of('not_signed_in');
  const isRefused = status >= 400 && status < 500;
  const isUnavailable = status >= 502 && status <= 504;
  const error = AppError.of(isRefused ? 'refused_on_the_way' : isUnavailable ? 'unavailable' : 'unexpected');
  // Its words are kept for those few screens that show them.
  error.cause = findStatedFailure(answer);
  return error;
}

function isErrorAnswer(answer: unknown): answer is ErrorAnswer {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return false;
  const { error } = answer;
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}
