import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { Log } from '../log/log.ts';
import { routeNotFound, sendError } from './answer-errors.ts';

/** Longest a dependency may take to say that it is ready, in ms. */
const readinessLimitMs = 2_000;

type DependencyState = { isReady: boolean; ms: number };
export type Readiness = { isReady: boolean; dependencies: Record<string, DependencyState> };

/** Asks every dependency whether it is ready; those asking at the same time share one answer. */
export class ReadinessChecks {
  readonly #checks = new Map<string, () => Promise<boolean>>();
  #running: Promise<Readiness> | undefined;
  #isDraining = false;

  add(name: string, isReady: () => Promise<boolean>): void {
    this.#checks.set(name, isReady);
  }

  /** From now on this process is not ready: load balancers send their traffic elsewhere. */
  drain(): void {
    this.#isDraining = true;
  }

  async ask(): Promise<Readiness> {
    this.#running ??= this.#askAll().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #askAll(): Promise<Readiness> {
    const states = await Promise.all(
      [...this.#checks].map(async ([name, isReady]) => [name, await askOne(isReady)] as const),
    );
    const dependencies = Object.fromEntries(states);
    if (this.#isDraining) dependencies['process'] = { isReady: false, ms: 0 };
    return { isReady: Object.values(dependencies).every((state) => state.isReady), dependencies };
  }
}

async function askOne(isReady: () => Promise<boolean>): Promise<DependencyState> {
  const startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, readinessLimitMs, false);
  });
  const answer = await Promise.race([isReady().catch(() => false), tooLate]);
  clearTimeout(timer);
  return { isReady: answer, ms: Math.round(performance.now() - startedAt) };
}

/**
 * Mounts /healthz (the process lives), /readyz (ready for traffic, per dependency) and /metrics (Prometheus).
 * Metrics are read from this machine, directly and not through a proxy, or with the metrics token as bearer.
 */
export function mountHealth(options: {
  fastify: FastifyInstance;
  checks: ReadinessChecks;
  metrics: Registry;
  metricsToken: string | undefined;
  log: Log;
}): void {
  const { fastify, checks, metrics, metricsToken, log } = options;
  fastify.get('/healthz', async () => ({ status: 'ok' }));
  fastify.get('/readyz', async (_request, reply) => {
    const { isReady, dependencies } = await checks.ask();
    reply.code(isReady ? 200 : 503).header('cache-control', 'no-store');
    return { status: isReady ? 'ready' : 'not ready', dependencies };
  });
  fastify.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken))
      return sendError({ error: routeNotFound(request), request, reply, log });
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const given = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (given !== undefined && token !== undefined) return isSame(given, token);
  const isProxied = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers;
  return !isProxied && isLoopback(request.raw.socket.remoteAddress ?? '');
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
}

/** Compares in constant time, whatever the lengths. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
