import { expect, test } from 'vitest';
import { avatarUrlOf } from './avatar-url.ts';

const template = 'https://avatars.example/{hash}?s={size}&d=identicon';

test('[SHELL-5] the email is trimmed, lower-cased and hashed; the size is 80 and stays within 1 and 512', async () => {
  // printf ada@example.com | sha256sum
  const hash = 'b5fc85e55755f9e0d030a10ab4429b6b2944855f9a0d60077fe832becbc41d72';
  const url = await avatarUrlOf(template, '  Ada@Example.COM ');
  expect(url).toBe(await avatarUrlOf(template, 'ada@example.com'));
  expect(url).toMatch(/^https:\/\/avatars\.example\/[0-9a-f]{64}\?s=80&d=identicon$/);
  expect(url).toContain(hash);
  expect(await avatarUrlOf(template, 'a', 9_999)).toContain('s=512');
  expect(await avatarUrlOf(template, 'a', -3)).toContain('s=1&');
});
