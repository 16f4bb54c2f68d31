import type { TestRun } from '@parley/contract/agent-tests';

/** How a run went, in one line. */
export function describeRun({ results, finished_at }: Pick<TestRun, 'results' | 'finished_at'>): string {
  const count = (...states: TestRun['results'][number]['state'][]) =>
    results.filter(({ state }) => states.includes(state)).length;
  const total = results.length;
  if (finished_at === null) return `${total - count('queued', 'running')} of ${total} done`;
  const passed = count('passed');
  if (passed === total) return total === 1 ? 'The test passed.' : `All ${total} tests passed.`;
  const broken = count('broken');
  return `${passed} of ${total} passed${broken > 0 ? `, ${broken} could not be held` : ''}.`;
}
