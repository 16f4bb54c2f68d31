import { expect, test } from 'vitest';
import { checkEmails, splitEmails } from './check-emails.ts';

test('emails of an invitation are named where they are none', () => {
  expect(checkEmails([])).toBe('Give at least one email.');
  expect(checkEmails(['a@b.co', ' c@d.org '])).toBeNull();
  expect(checkEmails(['a@b.co', 'nobody', 'x@y'])).toBe('Please enter a valid email: nobody, x@y');
  expect(checkEmails([`${'a'.repeat(300)}@b.co`])).toMatch(/^Please enter a valid email: a{92}/);
  expect(checkEmails(Array.from({ length: 21 }, (_, at) => `a${at}@b.co`))).toBe('At most 20 at once.');
});

test('several emails in one go become one each', () => {
  expect(splitEmails(['a@b.co, c@d.org;e@f.net\n', ' a@b.co '])).toEqual(['a@b.co', 'c@d.org', 'e@f.net']);
  expect(splitEmails([' ', ''])).toEqual([]);
});
