import { beforeEach, expect, test } from 'vitest';
import { LoginSlowdown } from './login-slowdown.ts';

let nowMs: number;
let slowdown: LoginSlowdown;
const fail = (times: number, address = '203.0.113.1') => {
  for (let count = 0; count < times; count += 1) slowdown.onFailure('ada@example.com', address);
};
const wait = (address = '203.0.113.1') => slowdown.waitMs('ada@example.com', address);

beforeEach(() => {
  nowMs = 1_000_000;
  slowdown = new LoginSlowdown(() => nowMs);
});

test('four failures are forgiven, then each doubles the wait up to a minute', () => {
  fail(4);
  expect(wait()).toBe(0);
  const waits = [];
  for (let count = 0; count < 7; count += 1) {
    fail(1);
    waits.push(wait());
  }
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

test('the wait runs down, other addresses do not wait, and case does not help', () => {
  fail(6);
  nowMs += 3_000;
  expect(wait()).toBe(1_000);
  expect(wait('203.0.113.2')).toBe(0);
  expect(slowdown.waitMs(' ADA@example.com', '203.0.113.1')).toBe(1_000);
});

test('a success and a quarter of an hour both forget', () => {
  fail(9);
  slowdown.onSuccess('ada@example.com', '203.0.113.1');
  expect(wait()).toBe(0);
  fail(9);
  nowMs += 15 * 60_000;
  expect(wait()).toBe(0);
  fail(1);
  expect(wait()).toBe(0);
});

test('it remembers a bounded number of pairs, the youngest of them', () => {
  fail(5);
  for (let count = 0; count < 20_000; count += 1) slowdown.onFailure('grace@example.com', `address ${count}`);
  expect(wait()).toBe(0);
  fail(5);
  expect(wait()).toBe(2_000);
});
