import { expect, test } from 'vitest';
import { hashKey, hintOf, isKey, keyPrefix, makeKey } from './key-secret.ts';

test('keys are recognised, never twice the same, and safe in a header', () => {
  const keys = Array.from({ length: 500 }, makeKey);
  expect(new Set(keys).size).toBe(500);
  for (const key of keys) {
    expect(key).toMatch(/^pky_[0-9A-Za-z]{49}$/);
    expect(isKey(key)).toBe(true);
  }
});

test('a single wrong character is noticed', () => {
  const key = makeKey();
  for (let place = keyPrefix.length; place < key.length; place += 1) {
    const other = key[place] === 'a' ? 'b' : 'a';
    expect(isKey(key.slice(0, place) + other + key.slice(place + 1))).toBe(false);
  }
  for (const wrong of ['', 'pky_', `${key}a`, key.slice(1), key.toLowerCase(), ` ${key}`])
    expect(isKey(wrong)).toBe(false);
});

test('what is stored and shown does not tell the key', () => {
  const key = makeKey();
  expect(hashKey(key)).toMatch(/^[\w-]{43}$/);
  expect(hashKey(key)).not.toBe(hashKey(makeKey()));
  expect(hintOf(key)).toBe(`${key.slice(0, 8)}…${key.slice(-4)}`);
});
