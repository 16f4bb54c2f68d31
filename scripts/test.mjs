// `npm test`: everything that must hold, in the order of how fast it fails. Installs what it needs where it
// may; names the suites it had to leave out, and fails for them under CI.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWebIfStale } from './build-web.mjs';
import { findBrowser, findProgram, installTestPrograms } from './install-test-programs.mjs';
import { rerunWithPinnedNode, root } from './pinned-node.mjs';
import { readReport } from './read-report.mjs';
import { startTestPostgres } from './test-postgres.mjs';

await rerunWithPinnedNode();

const isCi = process.env['CI'] === 'true' || process.env['CI'] === '1';
const reports = mkdtempSync(join(tmpdir(), 'parley-test-'));
const missing = installTestPrograms();
const leftOut = new Set(missing.map((entry) => `${entry.suites} (needs ${entry.program})`));
const has = (/** @type {string} */ suites) => !missing.some((entry) => entry.suites === suites);

/** @type {(import('./read-report.mjs').TestRun & { name: string, seconds: number })[]} */
const results = [];

/**
 * Runs one step. With a report file the tests in it are counted; otherwise the step counts as one.
 * @param {string} name
 * @param {string[]} args of the pinned Node
 * @param {{ report?: string, environment?: Record<string, string> }} [options]
 */
function step(name, args, { report, environment = {} } = {}) {
  console.log(`\n=== ${name}`);
  const began = Date.now();
  const run = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  const isGood = run.status === 0;
  const counted =
    report && existsSync(report)
      ? readReport(JSON.parse(readFileSync(report, 'utf8')))
      : { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, secondTries: 0, failures: [] };
  results.push({
    ...counted,
    name,
    failed: isGood ? counted.failed : Math.max(1, counted.failed),
    seconds: (Date.now() - began) / 1000,
  });
}

const bin = (/** @type {string} */ path) => join(root, 'node_modules', path);
step('Types', [bin('typescript/bin/tsc'), '-b']);
step('Lint and format', [bin('@biomejs/biome/bin/biome'), 'check', '.']);

const postgres = findProgram('postgres')
  ? await startTestPostgres()
  : { missing: 'postgres is not installed' };
if ('missing' in postgres) leftOut.add(`server on PostgreSQL (${postgres.missing})`);
/** @type {Record<string, string>} */
const environment = {
  ...('url' in postgres && { TEST_DATABASE_URL: postgres.url }),
  ...(has('SIP peers') && { TEST_WITH_PEERS: '1' }),
};
try {
  const unitReport = join(reports, 'unit.json');
  step(
    'Unit, server and SIP',
    [
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ],
    {
      report: unitReport,
      environment,
    },
  );
  if (has('browser')) {
    buildWebIfStale();
    const browserReport = join(reports, 'browser.json');
    step(
      'Browser and whole product',
      [bin('@playwright/test/cli.js'), 'test', '--config', 'e2e/playwright.config.ts'],
      {
        report: browserReport,
        environment: {
          ...environment,
          PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
          CHROMIUM: findBrowser() ?? '',
        },
      },
    );
  }
} finally {
  if ('stop' in postgres) await postgres.stop();
  rmSync(reports, { recursive: true, force: true });
}

const failures = results.flatMap((result) => result.failures);
if (failures.length > 0) console.log(`\n=== What failed\n${failures.join('\n')}`);
console.log('\n=== Result');
for (const { name, passed, failed, seconds, secondTries } of results) {
  console.log(
    `${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(0)} s)`,
  );
  if (secondTries > 0) console.log(`     ${secondTries} of them only on a second try`);
}
for (const suites of leftOut) console.log(`LEFT OUT: ${suites}`);
const passed = results.reduce((sum, each) => sum + each.passed, 0);
const failed = results.reduce((sum, each) => sum + each.failed, 0) + (isCi ? leftOut.size : 0);
if (isCi && leftOut.size > 0) console.log('Under CI nothing may be left out.');
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
