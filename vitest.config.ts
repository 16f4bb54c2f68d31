import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/** Tests that talk to programs from outside npm (sipp, baresip, a recogniser): the test command says when they are there. */
const peerTests = '**/*.peers.test.ts';
const hasPeers = process.env['TEST_WITH_PEERS'] === '1';

export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, ...(hasPeers ? [] : [peerTests])],
    // One more than cores: a quarter of the time passes waiting for databases and other programs.
    maxWorkers: availableParallelism() + 1,
    // Only what never comes waits this long: a slow machine that others share fails no test.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    // Calls run in real time: under CI, on a machine shared with others, a test gets a second try, and is named for it.
    retry: process.env['CI'] === 'true' ? 1 : 0,
    // Files leave nothing behind in a process, and starting one for each took a quarter of the time.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'server', include: ['server/src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'parts',
          include: [
            '{bench,carriers,contract,engine,providers,web}/src/**/*.test.ts',
            'architecture.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
    ],
  },
});
