import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../db/testing.ts';
import { addDatabaseMetrics, openMetrics } from './open-metrics.ts';

describeOnEachDatabase('The metrics', (test) => {
  it('hold memory, event loop lag, and the connections of the database', async () => {
    const registry = openMetrics();
    addDatabaseMetrics(registry, test.database);
    const client = await test.database.pool.connect();
    const written = await registry.metrics();
    client.release();
    expect(written).toMatch(/^process_resident_memory_bytes \d+/m);
    expect(written).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+/m);
    expect(written).toMatch(/^parley_database_connections\{state="used"\} 1$/m);
    expect(written).toMatch(/^parley_database_connections\{state="waiting"\} 0$/m);
  });
});
