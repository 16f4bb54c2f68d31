import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSecrets } from './open-secrets.ts';

describe('Secrets', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'parley-secrets-'));
  });
  afterAll(() => rm(dataDir, { recursive: true }));
  const secretKey = 'kV3rZ0q9Xw1nB7tLm4Yc8HsJd2Fg6PaQ';

  it('come back as they went in, and look different each time', async () => {
    const secrets = await openSecrets({ secretKey, dataDir });
    for (const plain of ['', 'sk-123', 'ünïcode 🔑', 'x'.repeat(10_000)]) {
      const encrypted = secrets.encrypt(plain);
      expect(encrypted).toMatch(/^v1:[\w-]+$/);
      expect(encrypted).not.toBe(secrets.encrypt(plain));
      expect(secrets.decrypt(encrypted)).toBe(plain);
    }
  });

  it('cannot be changed', async () => {
    const secrets = await openSecrets({ secretKey, dataDir });
    const encrypted = secrets.encrypt('sk-123');
    const bytes = Buffer.from(encrypted.slice(3), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => secrets.decrypt(`v1:${changed.toString('base64url')}`)).toThrow('was changed');
    }
    for (const other of ['', 'v1:', 'v1:AAAA', 'v2:AAAA', 'sk-123']) {
      expect(() => secrets.decrypt(other)).toThrow('not an encrypted text');
    }
  });

  it('open with their own key only', async () => {
    const encrypted = (await openSecrets({ secretKey, dataDir })).encrypt('sk-123');
    const other = await openSecrets({ secretKey: `${secretKey}2`, dataDir });
    expect(() => other.decrypt(encrypted)).toThrow('SECRET_KEY is not the one');
  });

  it('keep their own key in a file only its owner reads, the same at the next start', async () => {
    const first = await openSecrets({ secretKey: undefined, dataDir });
    const second = await openSecrets({ secretKey: undefined, dataDir });
    expect(second.decrypt(first.encrypt('sk-123'))).toBe('sk-123');
    expect((await stat(join(dataDir, 'secret-key'))).mode & 0o777).toBe(0o600);
    expect((await readFile(join(dataDir, 'secret-key'), 'utf8')).trim().length).toBe(43);
  });

  it('do not start with a damaged key file, rather than with a new key', async () => {
    const other = await mkdtemp(join(tmpdir(), 'parley-secrets-'));
    await writeFile(join(other, 'secret-key'), 'short');
    await expect(openSecrets({ secretKey: undefined, dataDir: other })).rejects.toThrow('is damaged');
    await rm(other, { recursive: true });
  });

  it('derive one secret per purpose, always the same', async () => {
    const [one, two] = [await openSecrets({ secretKey, dataDir }), await openSecrets({ secretKey, dataDir })];
    expect(one.derive('cookies')).toBe(two.derive('cookies'));
    expect(one.derive('cookies')).toMatch(/^[0-9a-f]{64}$/);
    expect(one.derive('cookies')).not.toBe(one.derive('links'));
  });
});
