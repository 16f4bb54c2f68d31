import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';

/**
 * Opens the metrics of this process, as read by Prometheus: memory, CPU, garbage collection and event loop
 * lag from prom-client, and what the platform's parts add to the registry.
 */
export function openMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 10 });
  return registry;
}

/** Adds how many connections of the database are open, idle, and waited for. */
export function addDatabaseMetrics(registry: Registry, database: Database): void {
  new Gauge({
    name: 'parley_database_connections',
    help: 'Connections of this process to its database; `waiting` counts queries that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = database.pool;
      this.set({ state: 'used' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
}
