import type { G722Band } from './g722-band.ts';

/**
 * The quadrature mirror filter (TRANSQMF, RECQMF), 24 symmetric taps split by parity into 12 for the older and 12 for the
 * newer of each two samples. Written out because a loop over a table costs half as much again.
 */
export function filterForward(line: Int16Array, at: number): number {
  return (
    3 * line[at]! -
    11 * line[at + 2]! +
    12 * line[at + 4]! +
    32 * line[at + 6]! -
    210 * line[at + 8]! +
    951 * line[at + 10]! +
    3876 * line[at + 12]! -
    805 * line[at + 14]! +
    362 * line[at + 16]! -
    156 * line[at + 18]! +
    53 * line[at + 20]! -
    11 * line[at + 22]!
  );
}

/** The mirrored half of `filterForward`. */
export function filterMirrored(line: Int16Array, at: number): number {
  return (
    -11 * line[at]! +
    53 * line[at + 2]! -
    156 * line[at + 4]! +
    362 * line[at + 6]! -
    805 * line[at + 8]! +
    3876 * line[at + 10]! +
    951 * line[at + 12]! -
    210 * line[at + 14]! +
    32 * line[at + 16]! +
    12 * line[at + 18]! -
    11 * line[at + 20]! +
    3 * line[at + 22]!
  );
}

/** Both sides after a code word of the lower band: only its upper four bits drive the predictor. */
export function adaptLower(band: G722Band, code: number): void {
  const upper = code >> 2;
  band.adapt((band.step * levels4[upper]!) >> 15, lowerScaleChanges[upper]!);
}

/** The same for the higher band. */
export function adaptHigher(band: G722Band, code: number): void {
  band.adapt((band.step * levels2[code]!) >> 15, higherScaleChanges[code]!);
}

/** Q6, decision levels of the 60-level quantiser; index 0 is unused. */
const decisionLevels = Int32Array.from([
  0, 35, 72, 110, 150, 190, 233, 276, 323, 370, 422, 473, 530, 587, 650, 714, 786, 858, 940, 1023, 1121, 1219,
  1339, 1458, 1612, 1765, 1980, 2195, 2557, 2919,
]);

/** For each quotient of error and step, which decision interval it falls into: 1 to 30. */
export const intervals = Uint8Array.from({ length: 2921 }, (_, least) => {
  const found = decisionLevels.findIndex((level, i) => i > 0 && level >= least);
  return found === -1 ? 30 : found;
});

/** ILP, then ILN: code words 61 ... 32 for positive errors, 63, 62, 31 ... 4 for negative, by interval. */
export const codes = Uint8Array.from({ length: 64 }, (_, i) => (i < 32 ? 62 - i : i < 35 ? 96 - i : 66 - i));

/** QM6, reconstruction levels by six-bit code word. */
export const levels6 = Int32Array.from([
  -136, -136, -136, -136, -24_808, -21_904, -19_008, -16_704, -14_984, -13_512, -12_280, -11_192, -10_232,
  -9360, -8576, -7856, -7192, -6576, -6000, -5456, -4944, -4464, -4008, -3576, -3168, -2776, -2400, -2032,
  -1688, -1360, -1040, -728, 24_808, 21_904, 19_008, 16_704, 14_984, 13_512, 12_280, 11_192, 10_232, 9360,
  8576, 7856, 7192, 6576, 6000, 5456, 4944, 4464, 4008, 3576, 3168, 2776, 2400, 2032, 1688, 1360, 1040, 728,
  432, 136, -432, -136,
]);

/** QM4, reconstruction levels by the upper four bits. */
const levels4 = Int32Array.from([
  0, -20_456, -12_896, -8968, -6288, -4240, -2584, -1200, 20_456, 12_896, 8968, 6288, 4240, 2584, 1200, 0,
]);

/** QM2, reconstruction levels of the higher band. */
export const levels2 = Int32Array.from([-7408, -1616, 7408, 1616]);

/** WL seen through RL42: change of the lower band's logarithmic scale by the upper four bits. */
const lowerScaleChanges = Int32Array.from([
  -60, 3042, 1198, 538, 334, 172, 58, -30, 3042, 1198, 538, 334, 172, 58, -30, -60,
]);

/** WH seen through RH42: the same for the higher band. */
const higherScaleChanges = Int32Array.from([798, -214, 798, -214]);
