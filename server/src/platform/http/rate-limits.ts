import type { RateLimitOptions, RateLimitPluginOptions } from '@fastify/rate-limit';
import { AppError } from '@parley/contract/errors';

/**
 * Requests one address may make of the API in a minute, all together. An office of twenty people shares an
 * address; a screen makes a few requests when it opens.
 */
export const defaultRequestsPerMinute = 1_200;

/** The general limit, per address and minute. Pages and scripts are not counted, calls of the API are. */
export function generalRateLimit(requestsPerMinute: number): RateLimitPluginOptions {
  return {
    global: true,
    max: requestsPerMinute,
    timeWindow: 60_000,
    // Addresses remembered at once, the least recently seen forgotten first.
    cache: 10_000,
    allowList: (request) => !request.url.startsWith('/api/v1/'),
    errorResponseBuilder: (_request, { ttl }) =>
      AppError.of('too_many_requests', { seconds: Math.max(1, Math.ceil(ttl / 1000)) }),
  };
}

/** A route's own limit. It grows with the general one, so that a load test raises one figure. */
export function routeRateLimit(requestsPerMinute: number, perMinute: number | undefined): RateLimitOptions {
  return { max: perMinute === undefined ? requestsPerMinute : scaleLimit(requestsPerMinute, perMinute) };
}

/** A limit that was named beside the default general one, where the general one is higher. */
export function scaleLimit(requestsPerMinute: number, perMinute: number): number {
  return Math.round(perMinute * Math.max(1, requestsPerMinute / defaultRequestsPerMinute));
}
