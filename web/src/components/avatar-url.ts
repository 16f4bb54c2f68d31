import { avatarSize } from './identicon-pattern.ts';

/**
 * The address of an avatar at a third-party service: `{hash}` of the template becomes the SHA-256 of the trimmed,
 * lower-cased email in hexadecimal, `{size}` its size in pixels. Undefined where the browser withholds the hash, as on
 * plain HTTP: the service knows no other.
 */
export async function avatarUrlOf(
  template: string,
  email: string,
  size?: number,
): Promise<string | undefined> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle === undefined) return undefined;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(email.trim().toLowerCase()));
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return template.replaceAll('{hash}', hash).replaceAll('{size}', String(avatarSize(size)));
}
