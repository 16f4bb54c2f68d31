import { expect, test } from 'vitest';
import { replaceClaim, replaceFigures } from './save-figures.ts';

const page = 'A\n<!-- calls -->\nold\n<!-- /calls -->\nB\n<!-- start -->\n<!-- /start -->\nC\n';

test('only the figures of that section change', () => {
  expect(replaceFigures(page, 'calls', '| new |\n')).toBe(
    'A\n<!-- calls -->\n| new |\n<!-- /calls -->\nB\n<!-- start -->\n<!-- /start -->\nC\n',
  );
  expect(replaceFigures(page, 'start', 'x')).toContain('<!-- start -->\nx\n<!-- /start -->');
});

test('figures that have no place are refused', () => {
  expect(() => replaceFigures(page, 'memory', 'x')).toThrow('memory');
});

test('the row of a claim gets what was measured and the verdict', () => {
  const table =
    '| claim | aim | measured | |\n| --- | --- | --- | --- |\n| calls | 500 | 1 | no |<!-- claim calls -->\n';
  expect(replaceClaim(table, 'calls', { measured: '600', verdict: 'reached' })).toBe(
    '| claim | aim | measured | |\n| --- | --- | --- | --- |\n| calls | 500 | 600 | reached |<!-- claim calls -->\n',
  );
  expect(() => replaceClaim(table, 'latency', { measured: '', verdict: '' })).toThrow('latency');
});
