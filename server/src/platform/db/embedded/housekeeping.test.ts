import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDirectory } from '../testing-templates.ts';
import { EngineTurns } from './engine-turns.ts';
import { startHousekeeping } from './housekeeping.ts';
import { type Engine, openEngine } from './open-engine.ts';
import { firstColumn } from './raw-client.ts';
import * as wire from './wire-messages.ts';

describe('Housekeeping of the embedded database', () => {
  let source: Awaited<ReturnType<typeof makeDirectory>>;
  let engine: Engine;
  beforeAll(async () => {
    source = await makeDirectory();
    const onDeath = (reason: string): never => {
      throw new Error(reason);
    };
    engine = await openEngine(join(source.dataDir, 'pg18'), { isDurable: false, onDeath });
  });
  afterAll(async () => {
    await engine.close();
    await source.remove();
  });
  const ask = (sql: string): string | undefined => {
    const row = [...wire.splitMessages(engine.execute(wire.queryMessage(sql)))].find(
      (bytes) => wire.typeOf(bytes) === 'D',
    );
    return row === undefined ? undefined : firstColumn(row);
  };
  const unsavedBytes = (): number =>
    Number(ask('select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) from pg_control_checkpoint()'));

  it('checkpoints a large log at once, and a small one after five minutes', () => {
    let nowMs = 0;
    const housekeeping = startHousekeeping(engine, new EngineTurns(), () => nowMs);
    ask('checkpoint');
    ask('create table notes as select 1 as n from generate_series(1, 1000)');
    const small = unsavedBytes();
    expect(small).toBeGreaterThan(1024);
    housekeeping.runOnce();
    expect(unsavedBytes()).toBeGreaterThanOrEqual(small);
    nowMs = 301_000;
    housekeeping.stop();
    const later = startHousekeeping(engine, new EngineTurns(), () => nowMs);
    nowMs += 301_000;
    later.runOnce();
    expect(unsavedBytes()).toBeLessThan(1024);
    later.stop();
    ask(`create table large as select repeat('x', 1000) as x, n from generate_series(1, 40000) as n`);
    expect(unsavedBytes()).toBeGreaterThan(32 * 1024 * 1024);
    const last = startHousekeeping(engine, new EngineTurns(), () => nowMs);
    last.runOnce();
    expect(unsavedBytes()).toBeLessThan(1024);
    last.stop();
  });

  it('vacuums the table with the most dead rows', async () => {
    ask('create table churned as select n from generate_series(1, 1000) as n');
    ask('delete from churned');
    // PostgreSQL counts dead rows a second late at most.
    await expect
      .poll(() => {
        ask('select pg_stat_force_next_flush()');
        return ask(`select n_dead_tup from pg_stat_user_tables where relname = 'churned'`);
      })
      .toBe('1000');
    const housekeeping = startHousekeeping(engine, new EngineTurns(), () => 0);
    housekeeping.runOnce();
    housekeeping.stop();
    await expect
      .poll(() => ask(`select n_dead_tup from pg_stat_user_tables where relname = 'churned'`))
      .toBe('0');
  });

  it('analyses the table that changed most, so that plans know how many rows there are', async () => {
    ask('create table grown (n int)');
    ask('insert into grown select n from generate_series(1, 5000) as n');
    await expect
      .poll(() => {
        ask('select pg_stat_force_next_flush()');
        return ask(`select n_mod_since_analyze from pg_stat_user_tables where relname = 'grown'`);
      })
      .toBe('5000');
    expect(ask(`select count(*) from pg_stats where tablename = 'grown'`)).toBe('0');
    const housekeeping = startHousekeeping(engine, new EngineTurns(), () => 0);
    // What other tests left dirty comes first.
    await expect
      .poll(() => {
        housekeeping.runOnce();
        return ask(`select count(*) from pg_stats where tablename = 'grown'`);
      })
      .toBe('1');
    housekeeping.stop();
  });
});
