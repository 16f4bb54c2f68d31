import { expect, test } from 'vitest';
import { listChanges } from './list-changes.ts';

test('only what differs is told, long and secret values without their text', () => {
  const before = { name: 'A', isOn: true, note: null, prompt: 'x'.repeat(200), key: 'old', same: 3 };
  const after = { name: 'B', isOn: false, note: 'hello', prompt: 'short', key: 'new', same: 3 };
  expect(listChanges(before, after, { secret: ['key'] })).toEqual([
    { field: 'name', before: 'A', after: 'B' },
    { field: 'isOn', before: 'true', after: 'false' },
    { field: 'note', before: null, after: 'hello' },
    { field: 'prompt', before: null, after: null },
    { field: 'key', before: null, after: null },
  ]);
});
