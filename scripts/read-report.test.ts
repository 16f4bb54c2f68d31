import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './pinned-node.mjs';
import { readReport } from './read-report.mjs';

test('of vitest the failed tests are worded, those that passed on their second try, and a file that could not be read', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      {
        name: join(root, 'engine/src/a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          { status: 'passed', fullName: 'waits', failureMessages: ['Error: too late'] },
          {
            status: 'failed',
            fullName: 'counts down',
            failureMessages: ['AssertionError: \u001b[31mexpected 1 to be 2\u001b[39m\n\n    at a.test.ts:3'],
          },
        ],
      },
      {
        name: join(root, 'server/src/b.test.ts'),
        status: 'failed',
        message: 'No such module',
        assertionResults: [],
      },
    ],
  };
  expect(readReport(report)).toEqual({
    passed: 3,
    failed: 1,
    secondTries: 1,
    failures: [
      'engine/src/a.test.ts > waits (passed on the second try)\n    Error: too late',
      'engine/src/a.test.ts > counts down\n    AssertionError: expected 1 to be 2\n        at a.test.ts:3',
      'server/src/b.test.ts\n    No such module',
    ],
  });
});

test('of Playwright the failed tests are worded, and those that passed on their second try', () => {
  const spec = (title: string, status: string, results: object[]) => ({
    title,
    file: 'x.e2e.ts',
    line: 7,
    tests: [{ status, results }],
  });
  const failed = { status: 'failed', error: { message: 'Not visible' } };
  const report = {
    stats: { expected: 1, flaky: 1, unexpected: 1 },
    suites: [
      {
        specs: [spec('opens', 'expected', [{ status: 'passed' }])],
        suites: [
          {
            specs: [
              spec('shows', 'flaky', [failed, { status: 'passed' }]),
              spec('saves', 'unexpected', [failed, failed]),
            ],
          },
        ],
      },
    ],
  };
  expect(readReport(report)).toEqual({
    passed: 2,
    failed: 1,
    secondTries: 1,
    failures: [
      'x.e2e.ts:7 > shows (passed on the second try)\n    Not visible',
      'x.e2e.ts:7 > saves\n    Not visible',
    ],
  });
});
