import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { features } from '@parley/server/features/index';
import type { Database } from '@parley/server/platform/db/database';
import { openDatabase } from '@parley/server/platform/db/open-database';
import { openLog } from '@parley/server/platform/log/open-log';
import { signInDemo } from '../call-log/sign-in-demo.ts';
import { startPostgres } from '../call-log/start-postgres.ts';
import { ChaosProcess } from './chaos-process.ts';
import { checkChaos, describeChaos, type Finding } from './check-chaos.ts';
import { type CampaignLimits, insertCampaign, isCampaignOver, startCampaign } from './insert-campaign.ts';
import { LineWatch } from './line-watch.ts';

/**
 * `npm run test:chaos [-- <seconds>] [-- --embedded]`: a campaign against the simulated network while processes are
 * killed at random. Afterwards each contact must have exactly one end, and no limit may have been exceeded. Two dialers and
 * two processes with lines share a PostgreSQL; `--embedded`: one process that does everything, on the embedded database.
 */
const words = process.argv.slice(2);
const isEmbedded = words.includes('--embedded');
const seconds = Number(words.find((word) => /^\d+$/.test(word)) ?? 600);
/** How long the rest of the campaign may take once nothing is killed any more. */
const restMaxMs = 240_000;
/** A busy machine looks late. */
const heldMaxSeconds = 30;

const limits: CampaignLimits = {
  contacts: Math.min(9_000, Math.max(60, Math.round(seconds * (isEmbedded ? 1 : 2)))),
  maxLiveCalls: isEmbedded ? 8 : 16,
  workspaceMaxLiveCalls: isEmbedded ? 6 : 12,
  callsPerSecond: 8,
  maxAttempts: 2,
};
const startMs = performance.now();
const tell = (text: string): void =>
  console.log(`${((performance.now() - startMs) / 1000).toFixed(0).padStart(5)} s  ${text}`);

const isKept = isEmbedded ? await runEmbedded() : await runOnPostgres();
console.log(isKept ? '\nEverything held.' : '\nSomething did not hold.');
process.exit(isKept ? 0 : 1);

async function runOnPostgres(): Promise<boolean> {
  const postgres = await startPostgres();
  if ('missing' in postgres) throw new Error(`There is no PostgreSQL: ${postgres.missing}.`);
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-chaos-'));
  const open = async (name: string, roles: string): Promise<ChaosProcess> =>
    new ChaosProcess({
      name,
      port: await findFreePort(),
      environment: {
        DATABASE_URL: postgres.url,
        DATA_DIR: join(dataDir, name),
        ROLES: roles,
        CALL_THREADS: '1',
        MAX_LIVE_CALLS: '20',
        SECRET_KEY: 'a key for chaos, long enough to be taken',
      },
    });
  const keeper = await open('api and jobs', 'api,jobs');
  const victims = [
    await open('dialer 1', 'dialer'),
    await open('dialer 2', 'dialer'),
    await open('calls 1', 'calls'),
    await open('calls 2', 'calls'),
  ];
  let db: Database | undefined;
  try {
    keeper.start();
    await keeper.waitUntilReady();
    db = await openChecked(postgres.url, dataDir);
    await insertCampaign(db.pool, limits);
    for (const victim of victims) victim.start();
    await Promise.all(victims.map((victim) => victim.waitUntilReady()));
    const watch = new LineWatch(db.pool);
    await startCampaign(db.pool);
    tell(`${limits.contacts} contacts are dialled by two dialers over two processes with lines`);
    const kills = await killAtRandom(victims);
    const { pool } = db;
    await waitUntilOver(() => isCampaignOver(pool));
    await watch.stop();
    const held = watch.longestHeldSeconds;
    return await report(db, kills, {
      rule: `seconds a slot of a dead process was held (a lease of 15 s, looked at every 5; at most ${heldMaxSeconds})`,
      found: held.toFixed(1),
      isKept: held <= heldMaxSeconds,
    });
  } finally {
    await Promise.all([keeper, ...victims].map((each) => each.stop()));
    await db?.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function runEmbedded(): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-chaos-'));
  const product = new ChaosProcess({
    name: 'product',
    port: await findFreePort(),
    environment: {
      DATA_DIR: dataDir,
      CALL_THREADS: '1',
      SECRET_KEY: 'a key for chaos, long enough to be taken',
    },
  });
  try {
    product.start();
    await product.waitUntilReady();
    await product.stop();
    await withDatabase(dataDir, async ({ pool }) => {
      await insertCampaign(pool, limits);
      await startCampaign(pool);
    });
    product.start();
    await product.waitUntilReady();
    tell(`${limits.contacts} contacts are dialled by one process on the embedded database`);
    const kills = await killAtRandom([product]);
    // Its database is its own while it runs: its API is asked.
    const cookie = await signInDemo(product.url, dataDir);
    await waitUntilOver(async () => {
      // Not more often than people may ask.
      await sleep(2_000);
      const answer = await fetch(`${product.url}/api/v1/campaigns/overview`, { headers: { cookie } });
      if (!answer.ok) throw new Error(`The campaigns could not be read: ${answer.status}`);
      return ((await answer.json()) as { active_campaigns: number }).active_campaigns === 0;
    });
    let isKept = false;
    await product.stop();
    await withDatabase(dataDir, async (db) => {
      isKept = await report(db, kills);
    });
    return isKept;
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Kills one of those that are up, again and again for the given time; each is started again within three seconds. */
async function killAtRandom(victims: readonly ChaosProcess[]): Promise<number> {
  const untilMs = performance.now() + seconds * 1000;
  const coming = new Map<ChaosProcess, Promise<void>>();
  let kills = 0;
  while (performance.now() < untilMs) {
    await sleep(2_000 + Math.random() * 5_000);
    const up = victims.filter((victim) => !coming.has(victim));
    const victim = up[Math.floor(Math.random() * up.length)];
    if (victim === undefined) continue;
    await victim.kill();
    kills += 1;
    const back = sleep(Math.random() * 3_000)
      .then(() => {
        victim.start();
        return victim.waitUntilReady();
      })
      .finally(() => coming.delete(victim));
    coming.set(victim, back);
    if (kills % 10 === 0) tell(`${kills} kills, ${victim.name} the last`);
  }
  tell(`nothing is killed any more after ${kills} kills`);
  await Promise.all(coming.values());
  return kills;
}

async function waitUntilOver(isOver: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + restMaxMs;
  while (performance.now() < deadline) {
    if (await isOver()) return;
    await sleep(500);
  }
  tell('the campaign did not finish in time');
}

async function report({ pool }: Database, kills: number, ...more: Finding[]): Promise<boolean> {
  const findings = [...(await checkChaos(pool, limits)), ...more];
  const calls = await describeChaos(pool);
  tell('what was found:');
  for (const { rule, found, isKept } of findings)
    console.log(`  ${isKept ? 'held  ' : 'BROKEN'}  ${rule}: ${found}`);
  for (const figure of [`kills: ${kills}`, ...calls]) console.log(`          ${figure}`);
  return findings.every(({ isKept }) => isKept);
}

function openChecked(databaseUrl: string | undefined, dataDir: string): Promise<Database> {
  return openDatabase({
    config: { databaseUrl, dataDir, roles: new Set(['api'] as const) },
    log: openLog({ level: 'error' }),
    migrations: features.map(({ migrations }) => migrations),
  });
}

async function withDatabase(dataDir: string, work: (db: Database) => Promise<void>): Promise<void> {
  const db = await openChecked(undefined, dataDir);
  try {
    await work(db);
  } finally {
    await db.close();
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
