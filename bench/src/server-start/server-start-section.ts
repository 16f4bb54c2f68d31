import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitForQuiet } from '../measuring/core-load.ts';
import { median } from '../measuring/distribution.ts';
import { figure, table } from '../measuring/markdown.ts';
import type { Section } from '../section.ts';
import { startServer } from './running-server.ts';

const rounds = 3;

/** From `npm start` to ready for traffic, with the embedded database and all roles. */
export const serverStartSection: Section = {
  id: 'start',
  title: 'Server start',
  async run(progress) {
    const first: number[] = [];
    const second: number[] = [];
    // The web app is built by the first start of a checkout; that is not what is measured here.
    const warmUp = mkdtempSync(join(tmpdir(), 'parley-bench-start-'));
    await (await startServer({ dataDir: warmUp })).stop();
    rmSync(warmUp, { recursive: true });
    await waitForQuiet(30_000);
    for (let round = 0; round < rounds; round += 1) {
      const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-start-'));
      try {
        for (const times of [first, second]) {
          const server = await startServer({ dataDir });
          times.push(server.startedMs / 1000);
          await server.stop();
        }
      } finally {
        rmSync(dataDir, { recursive: true, force: true });
      }
      progress(`round ${round + 1}: first ${figure(first.at(-1)!)} s, second ${figure(second.at(-1)!)} s`);
    }
    const row = (name: string, times: readonly number[]) => [
      name,
      figure(median(times)),
      times.map(figure).join(' / '),
    ];
    return table(
      ['start', 'median s', 'each s'],
      [row('first: no data, migrations, demo workspace', first), row('second: on that data', second)],
    );
  },
};
