import { expect, test } from 'vitest';
import { checkOwnerStays, mayChange } from './team-rules.ts';

test.each([
  ['owner', 'viewer', 'owner', true],
  ['owner', 'owner', undefined, true],
  ['admin', 'viewer', 'admin', true],
  ['admin', 'admin', undefined, true],
  ['admin', 'viewer', 'owner', false],
  ['admin', 'owner', 'viewer', false],
  ['admin', 'owner', undefined, false],
  ['editor', 'viewer', 'editor', false],
  ['supervisor', 'viewer', undefined, false],
  ['viewer', 'viewer', 'owner', false],
] as const)('%s makes %s %s: %s', (actor, current, next, isAllowed) => {
  expect(mayChange(actor, current, next)).toBe(isAllowed);
});

test('an owner goes only where another stays', () => {
  expect(() => checkOwnerStays({ current: 'owner', next: 'admin', owners: 1 })).toThrow(
    'always has an owner',
  );
  expect(() => checkOwnerStays({ current: 'owner', next: undefined, owners: 1 })).toThrow();
  for (const change of [
    { current: 'owner', next: 'admin', owners: 2 },
    { current: 'owner', next: 'owner', owners: 1 },
    { current: 'viewer', next: undefined, owners: 1 },
  ] as const)
    expect(() => checkOwnerStays(change)).not.toThrow();
});
