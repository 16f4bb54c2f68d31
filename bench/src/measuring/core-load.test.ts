import { expect, test } from 'vitest';
import { isQuiet, parseBusyMs } from './core-load.ts';

test('a core is busy with all but idle and waiting for the disk', () => {
  const text = [
    'cpu  300 0 0 0 0 0 0 0 0 0',
    'cpu0 100 1 20 5000 700 3 4 5 9 9',
    'cpu1 200 0 0 5000 0 0 0 0 0 0',
  ];
  expect(parseBusyMs(`${text.join('\n')}\nintr 5\n`)).toEqual([1330, 2000]);
});

test('one busy core is enough to spoil a figure', () => {
  expect(isQuiet({ percentOfCores: [1, 2], loadAverage: 3 })).toBe(true);
  expect(isQuiet({ percentOfCores: [1, 40], loadAverage: 0 })).toBe(false);
});
