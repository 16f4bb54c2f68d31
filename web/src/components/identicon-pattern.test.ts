import { expect, test } from 'vitest';
import { avatarSize, hashEmail, identiconOf } from './identicon-pattern.ts';

test('the avatar is that of the trimmed, lower-cased email', async () => {
  expect(await hashEmail(' Dana@Example.COM ')).toEqual(await hashEmail('dana@example.com'));
  expect(await hashEmail('dana@example.com')).not.toEqual(await hashEmail('dan@example.com'));
  // SHA-256 of "abc", FIPS 180-4 example.
  expect([...(await hashEmail('ABC')).slice(0, 4)]).toEqual([0xba, 0x78, 0x16, 0xbf]);
});

test('the picture is symmetric and never empty', async () => {
  const { cells } = identiconOf(await hashEmail('dana@example.com'));
  for (let row = 0; row < 5; row += 1) {
    expect(cells[row * 5]).toBe(cells[row * 5 + 4]);
    expect(cells[row * 5 + 1]).toBe(cells[row * 5 + 3]);
  }
  expect(identiconOf(new Uint8Array(32)).cells).toContain(true);
});

test('the size is 80 by default and clamped between 1 and 512', () => {
  expect([undefined, Number.NaN, 0, -3, 34, 9_000].map(avatarSize)).toEqual([80, 80, 1, 1, 34, 512]);
});
