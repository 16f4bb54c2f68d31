import { defineConfig, devices } from '@playwright/test';

const executablePath = process.env['CHROMIUM'] || '/usr/bin/chromium-headless-shell';

/** Files that mostly wait for calls, which take their time. */
const callFiles = [
  'api-keys-and-webhooks',
  'connected-provider',
  'integrations',
  'processes.postgres',
  'simulation',
  'softphone.peers',
  'survival',
  'test-call',
  'transfers',
].map((name) => `**/${name}.e2e.ts`);

/** Need SIP phones or a PostgreSQL: the test command says whether they are there, and names what it left out. */
const leftOut = [
  ...(process.env['TEST_WITH_PEERS'] === '1' ? [] : ['**/*.peers.e2e.ts']),
  ...(process.env['TEST_DATABASE_URL'] ? [] : ['**/*.postgres.e2e.ts']),
];

/** Every file starts a product of its own. One listens to calls, as long as there are any, while the others look at screens. */
export default defineConfig({
  testDir: 'src',
  globalSetup: './src/global-setup.ts',
  projects: [
    { name: 'calls', testMatch: callFiles, testIgnore: leftOut, workers: 1 },
    { name: 'screens', testMatch: '**/*.e2e.ts', testIgnore: [...callFiles, ...leftOut] },
  ],
  // Time-outs end what hangs. They say nothing of speed: a machine shared with others may be slow.
  timeout: 150_000,
  expect: { timeout: 20_000 },
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  // Calls run in real time: under CI, on a machine shared with others, a test gets a second try, and is named for it.
  retries: process.env['CI'] === 'true' ? 1 : 0,
  reporter: [['list'], ...(process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['json'] as ['json']] : [])],
  outputDir: 'test-results',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // The tests of a file share one window, emptied between them: what it fetched and compiled is kept.
    reuseContext: true,
    // Nothing is waited for that only moves. How it moves is looked at by people.
    reducedMotion: 'reduce',
    // A trace of every step costs a third of the time: `TRACE=1` records one where a failure needs it.
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
});
