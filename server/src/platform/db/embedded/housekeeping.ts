import type { EngineTurns } from './engine-turns.ts';
import type { Engine } from './open-engine.ts';
import * as wire from './wire-messages.ts';

/**
 * Without background processes the embedded PostgreSQL never checkpoints, vacuums nor analyses by itself: its log
 * would grow for ever, dead rows would stay, and plans would be made for the tables as they once were. Now and then,
 * between two statements, this looks whether one of them is due, and does at most one. A campaign fills a table within
 * seconds.
 */
const intervalMs = 10_000;
/** A checkpoint at this much log keeps the next start under a second. */
const checkpointBytes = 32 * 1024 * 1024;
/** A quiet database is checkpointed this long after its last change. */
const checkpointAfterMs = 5 * 60_000;

/** Starts it; returns the function that stops it. `nowMs` is a monotonic clock. */
export function startHousekeeping(
  engine: Engine,
  turns: EngineTurns,
  nowMs: () => number = () => performance.now(),
): { stop(): void; runOnce(): void } {
  let checkpointedAtMs = nowMs();
  const runOnce = (): void => {
    turns.ask({
      takeTurn: () => {
        const unsavedBytes = Number(readValue(engine, unsavedSql) ?? 0);
        if (
          unsavedBytes > checkpointBytes ||
          (unsavedBytes > 1024 && nowMs() - checkpointedAtMs > checkpointAfterMs)
        ) {
          engine.execute(wire.queryMessage('checkpoint'));
          checkpointedAtMs = nowMs();
          return 'frees';
        }
        const dirtiest = readValue(engine, dirtiestTableSql);
        if (dirtiest !== undefined) {
          engine.execute(wire.queryMessage(`vacuum (analyze) ${dirtiest}`));
          return 'frees';
        }
        const changed = readValue(engine, mostChangedTableSql);
        if (changed !== undefined) engine.execute(wire.queryMessage(`analyze ${changed}`));
        return 'frees';
      },
    });
  };
  const timer = setInterval(runOnce, intervalMs);
  return { stop: () => clearInterval(timer), runOnce };
}

const unsavedSql =
  'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) from pg_control_checkpoint()';

/** PostgreSQL's own rule (autovacuum_vacuum_threshold and _scale_factor): 50 dead rows and a fifth of the table. */
const dirtiestTableSql = `select format('%I.%I', schemaname, relname) from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup order by n_dead_tup desc limit 1`;

/** PostgreSQL's own rule (autovacuum_analyze_threshold and _scale_factor): 50 changed rows and a tenth of the table. */
const mostChangedTableSql = `select format('%I.%I', schemaname, relname) from pg_stat_user_tables
  where n_mod_since_analyze > 50 + 0.1 * n_live_tup order by n_mod_since_analyze desc limit 1`;

/** First column of the first row. */
function readValue(engine: Engine, sql: string): string | undefined {
  for (const bytes of wire.splitMessages(engine.execute(wire.queryMessage(sql)))) {
    // Column count (2 bytes), length of the first (4 bytes, -1 for null), its text.
    if (wire.typeOf(bytes) !== 'D') continue;
    const length = bytes.readInt32BE(wire.headerBytes + 2);
    return length < 0
      ? undefined
      : bytes.toString('utf8', wire.headerBytes + 6, wire.headerBytes + 6 + length);
  }
  return undefined;
}
