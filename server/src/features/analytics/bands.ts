/** Lower limits, in ms, of all bands but the first, which begins at 0; the last has no end. */
export const durationLimitsMs = [
  5_000, 10_000, 20_000, 30_000, 45_000, 60_000, 90_000, 120_000, 180_000, 300_000, 600_000,
] as const;
export const responseLimitsMs = [400, 600, 800, 1_000, 1_250, 1_500, 2_000, 3_000] as const;

export type BandCount = { from_ms: number; to_ms: number | null; calls: number };

/** Which band a value falls into, from 0; a value on a limit belongs to the band above it. */
export function bandOf(limitsMs: readonly number[], ms: number): number {
  return limitsMs.filter((limit) => ms >= limit).length;
}

/** Every band with its count. `countOf` gives the calls of a band. */
export function listBands(limitsMs: readonly number[], countOf: (band: number) => number): BandCount[] {
  return [0, ...limitsMs].map((fromMs, band) => ({
    from_ms: fromMs,
    to_ms: limitsMs[band] ?? null,
    calls: countOf(band),
  }));
}

/**
 * The middle of the values, told from the bands by laying each band's values out evenly; null without values.
 * In the last band, which has no end, it is the limit where that begins.
 */
export function medianOfBands(bands: readonly BandCount[]): number | null {
  const calls = bands.reduce((sum, band) => sum + band.calls, 0);
  if (calls === 0) return null;
  let left = calls / 2;
  for (const band of bands) {
    if (left <= band.calls && band.calls > 0) {
      if (band.to_ms === null) return band.from_ms;
      return Math.round(band.from_ms + ((band.to_ms - band.from_ms) * left) / band.calls);
    }
    left -= band.calls;
  }
  return null;
}
