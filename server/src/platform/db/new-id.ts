import { randomBytes } from 'node:crypto';
import { type IdKind, idPrefixes } from '@parley/contract/ids';

/** In ASCII order, so that ids sort as their numbers do wherever text is compared by bytes. */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^22 is just above 2^130: room for 48 bits of time and 80 of chance. */
const idLength = 22;
const randomBits = 80n;
const randomMask = (1n << randomBits) - 1n;

let last = 0n;

/**
 * A new id of a kind: `<prefix>_` and 22 base62 characters, 48 bits of milliseconds since 1970 before 80
 * random bits. Ids of one process always grow, even within a millisecond and when the clock steps back.
 * They sort by bytes: declare id columns `text collate "C"` where the order matters.
 */
export function newId(kind: IdKind): string {
  return `${idPrefixes[kind]}_${newSortableKey()}`;
}

/** The 22 characters of an id without a kind, for what never leaves the server: mails, job keys. */
export function newSortableKey(nowMs: number = Date.now()): string {
  const random = BigInt(`0x${randomBytes(10).toString('hex')}`) & randomMask;
  const drawn = (BigInt(nowMs) << randomBits) | random;
  last = drawn > last ? drawn : last + 1n;
  let rest = last;
  let text = '';
  while (text.length < idLength) {
    text = alphabet[Number(rest % 62n)] + text;
    rest /= 62n;
  }
  return text;
}
