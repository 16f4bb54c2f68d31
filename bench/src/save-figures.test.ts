import { expect, test } from 'vitest';
import { replaceFigures } from './save-figures.ts';

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
