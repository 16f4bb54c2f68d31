import { expect, test } from 'vitest';
import { describeRing, nameCaller, nameNumbers } from './trunk-words.ts';

test('a number is verified by who rang and when, or not yet', () => {
  const nowMs = Date.parse('2026-11-21T12:05:00Z');
  expect(describeRing({ verified_at: null, verified_from: null }, nowMs)).toBe('Not verified yet');
  expect(describeRing({ verified_at: '2026-11-21T12:00:00Z', verified_from: '+14155550123' }, nowMs)).toBe(
    'Verified 5 minutes ago by a call from +1(415)555-0123',
  );
});

test('a caller is named as it can be', () => {
  expect(nameCaller('')).toBe('a caller without a number');
  expect(nameCaller('reception')).toBe('reception');
  expect(nameCaller('+442079460018')).toBe('+442079460018');
});

test('few numbers are all named, of many some', () => {
  const many = Array.from({ length: 14 }, (_, at) => `+1415555010${at % 10}`);
  expect(nameNumbers(many.slice(0, 1))).toBe('+1(415)555–0100');
  expect(nameNumbers(many.slice(0, 3))).toBe('+1(415)555–0100, +1(415)555–0101 and +1(415)555–0102');
  expect(nameNumbers(many)).toMatch(/\+1\(415\)555–0101 and 2 more$/);
});
