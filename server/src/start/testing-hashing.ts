import { randomBytes, scryptSync } from 'node:crypto';

/** N of scrypt, the product's is 16384: hashing takes 0.1 s there and nothing here. */
const cheapCost = 2;

/** Salted hashes of passwords as the product makes them, at no cost: tests sign up hundreds of users. */
export const cheapHashing = {
  hash: async (password: string): Promise<string> => hashWith(randomBytes(16).toString('hex'), password),
  verify: async ({ hash, password }: { hash: string; password: string }): Promise<boolean> =>
    hashWith(hash.split(':')[0] ?? '', password) === hash,
};

function hashWith(salt: string, password: string): string {
  const key = scryptSync(password.normalize('NFKC'), salt, 64, { N: cheapCost, r: 16, p: 1 });
  return `${salt}:${key.toString('hex')}`;
}
