/** SHELL-5: default size of an avatar in pixels, and its limits. */
export const avatarSizePx = { smallest: 1, default: 80, largest: 512 } as const;

/** A 5 by 5 picture, symmetric left to right: which cells are filled, row by row, and its hue in degrees. */
export type IdenticonPattern = { cells: readonly boolean[]; hue: number };

/** SHA-256 of the trimmed, lower-cased email; where the browser withholds it, as on plain HTTP, a simple hash. */
export async function hashEmail(email: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(email.trim().toLowerCase());
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  return subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : simpleHash(bytes);
}

/** FNV-1a (offset basis and prime of draft-eastlake-fnv, 32 bits), one step more for each byte of the result. */
function simpleHash(bytes: Uint8Array): Uint8Array {
  let state = 0x811c9dc5;
  const mix = (byte: number) => {
    state = Math.imul(state ^ byte, 0x01000193) >>> 0;
  };
  bytes.forEach(mix);
  return Uint8Array.from({ length: 32 }, (_, at) => {
    mix(at);
    return state >>> 24;
  });
}

/** The picture of a hash: 15 bits fill the left half and the middle, two bytes choose the hue. */
export function identiconOf(hash: Uint8Array): IdenticonPattern {
  const cells: boolean[] = [];
  for (let row = 0; row < 5; row += 1) {
    for (let column = 0; column < 5; column += 1) {
      const mirrored = column < 3 ? column : 4 - column;
      cells.push(((hash[row * 3 + mirrored] ?? 0) & 1) === 1);
    }
  }
  // A hash that fills nothing would be an empty avatar.
  if (!cells.includes(true)) cells[12] = true;
  return { cells, hue: (((hash[15] ?? 0) << 8) | (hash[16] ?? 0)) % 360 };
}

/** A size within the limits; the default for what is no number. */
export function avatarSize(size: number | undefined): number {
  if (size === undefined || !Number.isFinite(size)) return avatarSizePx.default;
  return Math.min(avatarSizePx.largest, Math.max(avatarSizePx.smallest, Math.round(size)));
}
