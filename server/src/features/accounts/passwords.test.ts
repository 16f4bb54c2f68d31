import { scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Database } from '../../platform/db/database.ts';
import { openPasswords } from './passwords.ts';
import { openSignIn } from './sign-in.ts';

test('a password is hashed with scrypt at the full cost, and a salt of its own, unless a test asks for less', async () => {
  const signIn = await openSignIn({
    // Hashing asks the database for nothing.
    db: { queries: {} } as unknown as Database,
    secrets: { derive: () => 'a key for tests, long enough to be taken' },
    publicUrl: 'http://localhost:3000',
  });
  const passwords = openPasswords(signIn);
  const hash = await passwords.hash('Correct-horse1!');
  const [salt = '', key] = hash.split(':');
  // What a guess costs: 128 * N * r bytes, 32 MiB, read and written once (RFC 7914).
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
  expect(scryptSync('Correct-horse1!', salt, 64, cost).toString('hex')).toBe(key);
  expect(salt).toMatch(/^[0-9a-f]{32}$/);
  expect(await passwords.hash('Correct-horse1!')).not.toBe(hash);
  const { password } = await signIn.library.$context;
  expect(await password.verify({ hash, password: 'Correct-horse1!' })).toBe(true);
  expect(await password.verify({ hash, password: 'Correct-horse1?' })).toBe(false);
});
