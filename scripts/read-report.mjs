// What a test runner wrote about its run, counted, and what failed in it, so that the end of the output names it.
import { relative } from 'node:path';
import { root } from './pinned-node.mjs';

/** @typedef {{ passed: number, failed: number, secondTries: number, failures: string[] }} TestRun */

/**
 * Counts the tests of a report and words each failure: where it stands, its title and the first lines of its message.
 * A test that passed on its second try is counted as passed, and its first failure is worded.
 * @param {any} report of vitest (JSON) or Playwright (JSON)
 * @returns {TestRun}
 */
export function readReport(report) {
  return report.stats ? readPlaywright(report) : readVitest(report);
}

/** @param {any} report @returns {TestRun} */
function readVitest(report) {
  let secondTries = 0;
  const failures = report.testResults.flatMap((/** @type {any} */ file) => {
    const path = relative(root, file.name);
    const tests = file.assertionResults
      // What failed before a test passed is kept with it.
      .filter((/** @type {any} */ test) => test.status === 'failed' || test.failureMessages.length > 0)
      .map((/** @type {any} */ test) => {
        const passed = test.status === 'passed';
        if (passed) secondTries += 1;
        return word(titleOf(`${path} > ${test.fullName}`, passed), test.failureMessages[0]);
      });
    // A file that could not be read, or whose hooks failed, has no test that says so.
    return tests.length === 0 && file.status === 'failed' ? [word(path, file.message)] : tests;
  });
  return { passed: report.numPassedTests, failed: report.numFailedTests, secondTries, failures };
}

/** @param {any} report @returns {TestRun} */
function readPlaywright(report) {
  const { expected, flaky, unexpected } = report.stats;
  const failures = listSpecs(report.suites).flatMap((spec) =>
    spec.tests
      .filter((/** @type {any} */ test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((/** @type {any} */ test) => {
        const failed = test.results.find((/** @type {any} */ result) => result.status !== 'passed');
        const title = `${spec.file}:${spec.line} > ${spec.title}`;
        return word(titleOf(title, test.status === 'flaky'), failed?.error?.message);
      }),
  );
  return { passed: expected + flaky, failed: unexpected, secondTries: flaky, failures };
}

/** @param {any[]} suites @returns {any[]} */
function listSpecs(suites = []) {
  return suites.flatMap((suite) => [...suite.specs, ...listSpecs(suite.suites)]);
}

/** @param {string} title @param {boolean} passed whether a later try did */
function titleOf(title, passed) {
  return passed ? `${title} (passed on the second try)` : title;
}

/** @param {string} title @param {string | undefined} message */
function word(title, message = '') {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with the escape character.
  const plain = message.replace(/\u001b\[[0-9;]*m/g, '');
  const lines = plain.split('\n').filter((line) => line.trim() !== '');
  return [title, ...lines.slice(0, 8).map((line) => `    ${line.slice(0, 160)}`)].join('\n');
}
