import { expect, test } from 'vitest';
import { findProofs, listRequirements } from './coverage-spec.ts';

test('requirements are read in their order', () => {
  expect(listRequirements('# A\n- LOGIN-1 Fields.\ntext\n- CALLS-12 **Decided** more\n- no id')).toEqual([
    'LOGIN-1',
    'CALLS-12',
  ]);
});

test('every id in a title is proved by that test, and ids outside titles are not', () => {
  const text =
    "test('[LOGIN-1][LOGIN-2] signs in', () => {});\n// [LOGIN-3]\ntest(`[LOGIN-2] again`, () => {});";
  const proofs = findProofs(new Map([['e2e/src/login.test.ts', text]]));
  expect([...proofs.keys()]).toEqual(['LOGIN-1', 'LOGIN-2']);
  expect(proofs.get('LOGIN-2')).toEqual(['e2e/src/login.test.ts: signs in', 'e2e/src/login.test.ts: again']);
});
