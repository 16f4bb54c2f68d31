import { expect, test } from 'vitest';
import { changeRefusal, type MemberFacts, removalRefusal } from './member-refusals.ts';

const facts = (part: Partial<MemberFacts>): MemberFacts => ({
  member: { role: 'viewer', is_you: false },
  yourRole: 'admin',
  isLastOwner: false,
  manageRefusal: undefined,
  ...part,
});

test('an admin changes and removes everybody but owners', () => {
  expect(changeRefusal(facts({}))).toBeUndefined();
  expect(removalRefusal(facts({}))).toBeUndefined();
  const ofOwner = facts({ member: { role: 'owner', is_you: false } });
  expect(changeRefusal(ofOwner)).toContain('Only an owner');
  expect(removalRefusal(ofOwner)).toContain('Only an owner');
});

test('who does not manage people is told so, and may still leave', () => {
  const other = facts({ yourRole: 'viewer', manageRefusal: 'Ask an admin.' });
  expect(changeRefusal(other)).toBe('Ask an admin.');
  expect(removalRefusal(other)).toBe('Ask an admin.');
  expect(removalRefusal({ ...other, member: { role: 'viewer', is_you: true } })).toBeUndefined();
});

test('the last owner keeps the role and stays', () => {
  const last = facts({ member: { role: 'owner', is_you: true }, yourRole: 'owner', isLastOwner: true });
  expect(changeRefusal(last)).toContain('always has an owner');
  expect(removalRefusal(last)).toContain('always has an owner');
});
