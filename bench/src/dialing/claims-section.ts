import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultCampaignRules } from '@parley/contract/campaign-rules';
import { features } from '@parley/server/features/index';
import { openDatabase } from '@parley/server/platform/db/open-database';
import { openLog } from '@parley/server/platform/log/open-log';
import type { RequestsFigures, RequestsOptions } from '../call-log/requests-process.ts';
import { signInDemo } from '../call-log/sign-in-demo.ts';
import { startPostgres } from '../call-log/start-postgres.ts';
import { campaignId, insertCampaign } from '../chaos/insert-campaign.ts';
import { figure, table } from '../measuring/markdown.ts';
import { PinnedProcess } from '../measuring/pinned-process.ts';
import type { Section } from '../section.ts';
import { startServer } from '../server-start/running-server.ts';
import type { ClaimsFigures, ClaimsOptions } from './claims-process.ts';

const contacts = Number(process.env['CLAIMS_CONTACTS'] ?? 1_000_000);
const processes = 4;
const seconds = 8;

const pages: readonly { name: string; path: string }[] = [
  { name: 'the campaign', path: `campaigns/${campaignId}` },
  { name: 'all campaigns', path: 'campaigns' },
  { name: 'its people, first page', path: `campaigns/${campaignId}/contacts?limit=50` },
  {
    name: 'its people who wait, first page',
    path: `campaigns/${campaignId}/contacts?limit=50&state=waiting`,
  },
];

/** How fast several dialers claim the people of one very long campaign, and how fast its pages are answered. */
export const claimsSection: Section = {
  id: 'claims',
  title: `Claims from a campaign of ${contacts.toLocaleString('en')} contacts`,
  async run(progress) {
    const postgres = await startPostgres();
    if ('missing' in postgres) return `Not measured: ${postgres.missing}.`;
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-claims-'));
    const environment = { DATABASE_URL: postgres.url, ROLES: 'api,jobs', REQUESTS_PER_MINUTE: '100000000' };
    const dialers = Array.from(
      { length: processes },
      () => new PinnedProcess({ module: new URL('./claims-process.ts', import.meta.url), core: null }),
    );
    const load = new PinnedProcess({
      module: new URL('../call-log/requests-process.ts', import.meta.url),
      core: 1,
    });
    const server = await startServer({ dataDir, environment });
    try {
      const db = await openDatabase({
        config: { databaseUrl: postgres.url, dataDir, roles: new Set(['api'] as const) },
        log: openLog({ level: 'error' }),
        migrations: features.map(({ migrations }) => migrations),
      });
      const inserted = await insertCampaign(db.pool, {
        contacts,
        maxLiveCalls: 1_000_000,
        workspaceMaxLiveCalls: 1_000_000,
        callsPerSecond: 1_000_000,
        maxAttempts: 1,
      });
      await db.pool.query('analyze contacts');
      progress(`${contacts.toLocaleString('en')} contacts are in`);
      await db.pool.query(`update campaigns set status = 'running' where id = $1`, [campaignId]);
      const claimRows: string[][] = [];
      for (const atOnce of [10, 100]) {
        const measured = await Promise.all(
          dialers.map((dialer, at) =>
            dialer.ask<ClaimsFigures>('run', {
              databaseUrl: postgres.url,
              ...inserted,
              processId: `dialer-${at}`,
              atOnce,
              seconds,
            } satisfies ClaimsOptions),
          ),
        );
        const claims = measured.reduce((sum, each) => sum + each.claims, 0);
        const p50 = Math.max(...measured.map(({ ms }) => ms.p50));
        const p99 = Math.max(...measured.map(({ ms }) => ms.p99));
        claimRows.push([String(atOnce), figure(claims / seconds), figure(p50), figure(p99)]);
        progress(`${atOnce} at once: ${figure(claims / seconds)} claims per second`);
      }
      // The pages show rules as people may set them.
      await db.pool.query(`update campaigns set status = 'paused', rules = $2 where id = $1`, [
        campaignId,
        JSON.stringify(defaultCampaignRules),
      ]);
      await db.close();
      const cookie = await signInDemo(server.url, dataDir);
      const pageRows: string[][] = [];
      for (const { name, path } of pages) {
        const figures = await load.ask<RequestsFigures>('run', {
          url: `${server.url}/api/v1/${path}`,
          cookie,
          connections: 1,
          seconds: 3,
        } satisfies RequestsOptions);
        if (figures.failed > 0) throw new Error(`${figures.failed} requests of "${name}" failed.`);
        pageRows.push([name, figure(figures.ms.p50), figure(figures.ms.p99), figure(figures.bytes / 1024)]);
        progress(`${name}: ${figure(figures.ms.p50)} ms`);
      }
      return [
        `${processes} dialers claim from one campaign; a claim checks hours, do-not-call list and calls of the day, and stores an attempt with what was checked. PostgreSQL shares the cores.`,
        table(['contacts a turn', 'claims/s, all dialers', 'turn p50 ms', 'turn p99 ms'], claimRows),
        'Its pages at the API, one request at a time:',
        table(['page', 'p50 ms', 'p99 ms', 'answer KiB'], pageRows),
      ].join('\n\n');
    } finally {
      await Promise.all([...dialers, load].map((each) => each.stop()));
      await server.stop();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
