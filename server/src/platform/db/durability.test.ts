import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { roleNames } from '../../config.ts';
import { silentLog } from '../log/open-log.ts';
import { openDatabase } from './open-database.ts';
import { makeDirectory } from './testing-templates.ts';

/** How long each round may write before it is killed, in milliseconds; the first is killed while it starts. */
const rounds = [0, 137, 20, 401, 263];

describe('The embedded database, killed at any moment', () => {
  it('has everything it acknowledged, and no half of a transaction', { timeout: 120_000 }, async () => {
    const { dataDir, remove } = await makeDirectory();
    const acknowledged: string[] = [];
    for (const [round, writesMs] of rounds.entries()) {
      const writer = spawn(
        process.execPath,
        [fileURLToPath(new URL('./durability-writer.ts', import.meta.url)), dataDir, String(round)],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      let said = '';
      const firstWord = new Promise<void>((resolve) => {
        writer.stdout.on('data', (bytes) => {
          said += String(bytes);
          resolve();
        });
      });
      if (writesMs === 0) await sleep(300);
      else await firstWord.then(() => sleep(writesMs));
      writer.kill('SIGKILL');
      await once(writer, 'close');
      // The last line may have been cut off.
      acknowledged.push(
        ...said
          .split('\n')
          .slice(0, -1)
          .map((n) => `${round}:${n}`),
      );
    }
    const database = await openDatabase({
      config: { databaseUrl: undefined, dataDir, roles: new Set(roleNames) },
      log: silentLog,
      migrations: [],
    });
    const { rows } = await database.pool.query<{ pair: string; halves: string }>(
      `select round || ':' || n as pair, count(*) as halves from pairs group by round, n`,
    );
    const kept = new Set(rows.map(({ pair }) => pair));
    expect(acknowledged.length).toBeGreaterThan(20);
    expect(acknowledged.filter((pair) => !kept.has(pair))).toEqual([]);
    expect(rows.filter(({ halves }) => halves !== '2')).toEqual([]);
    await database.close();
    await remove();
  });
});
