import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Begins every key, so that people and secret scanners recognise one wherever it turns up. */
export const keyPrefix = 'pky_';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is just above 2^256, 62^6 above 2^32. */
const randomLength = 43;
const checksumLength = 6;
const shape = new RegExp(`^${keyPrefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** A new key: prefix, 256 random bits, and a checksum that tells a key from a typing mistake without asking anybody. */
export function makeKey(): string {
  const random = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), randomLength);
  return keyPrefix + random + checksumOf(random);
}

/** Whether the text was once a key: right shape, right checksum. */
export function isKey(text: string): boolean {
  if (!shape.test(text)) return false;
  const body = text.slice(keyPrefix.length);
  return checksumOf(body.slice(0, randomLength)) === body.slice(randomLength);
}

/** What is stored of a key. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** What is shown of a key: enough to tell it from others. */
export function hintOf(key: string): string {
  return `${key.slice(0, keyPrefix.length + 4)}…${key.slice(-4)}`;
}

function checksumOf(random: string): string {
  return toBase62(BigInt(crc32(random)), checksumLength);
}

function toBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = alphabet[Number(rest % 62n)] + text;
  return text;
}
