import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Secrets } from './secrets.ts';

/** Says how a text was encrypted, so that another way can follow. */
const version = 'v1';
/** NIST SP 800-38D: a 96-bit random nonce and the full 128-bit tag. */
const nonceBytes = 12;
const tagBytes = 16;
const keyFileName = 'secret-key';

/** Opens the secrets of an installation. Without SECRET_KEY a random key is made once, readable by its owner only. */
export async function openSecrets(config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Secrets> {
  const master = config.secretKey ?? (await readOrMakeKeyFile(config.dataDir));
  const key = deriveBytes(master, 'encryption of stored secrets');
  return {
    encrypt(plain) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${version}:${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },
    decrypt(encrypted) {
      const [given, body = ''] = encrypted.split(':');
      const bytes = Buffer.from(body, 'base64url');
      if (given !== version || bytes.length < nonceBytes + tagBytes) {
        throw new Error('This is not an encrypted text of this product.');
      }
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        const sealed = bytes.subarray(nonceBytes + tagBytes);
        return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new Error(
          'An encrypted text was changed, or SECRET_KEY is not the one it was encrypted with.',
          { cause },
        );
      }
    },
    derive: (purpose) => deriveBytes(master, `derived: ${purpose}`).toString('hex'),
  };
}

/** HKDF (RFC 5869) gives each purpose a key that tells nothing of the others. */
function deriveBytes(master: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, 'parley', purpose, 32));
}

async function readOrMakeKeyFile(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, keyFileName);
  try {
    const file = await open(path, 'wx', 0o600);
    const made = randomBytes(32).toString('base64url');
    try {
      await file.writeFile(`${made}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    return made;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const key = (await readFile(path, 'utf8')).trim();
  if (key.length < 43) {
    throw new Error(
      `The key file ${path} is damaged. Restore it: without it stored keys and passwords are lost.`,
    );
  }
  return key;
}
