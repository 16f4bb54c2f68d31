/** A polyphase filter between two rates. */
export type ResampleFilter = {
  up: number;
  down: number;
  /** Taps per phase, a multiple of 4. */
  taps: number;
  /** `up` rows of `taps` coefficients, oldest input first. */
  phases: Float64Array;
  /** Of the first row's taps, by the rest of their place by `down`: the first that is not zero, and the end of them. */
  spans: readonly { from: number; to: number }[];
  /** As many inputs as push out what is inside. */
  silence: Int16Array;
};

/**
 * As shares of the lower rate's Nyquist frequency, the same distance on both sides of it: then a sinc of whole steps down
 * has a tap of zero at every step. What lies between the edges is let through in part, and folds back between 0.83 and 1:
 * from 3.3 kHz at a telephone's 8 kHz, where its band ends (3.4 kHz, ITU-T G.712).
 */
const passEdge = 0.83;
const stopEdge = 1.17;
const stopBandDb = 65;

const filters = new Map<string, ResampleFilter>();

/** The filter between two rates in Hz: made once per pair of rates, and shared. */
export function findResampleFilter(fromHz: number, toHz: number): ResampleFilter {
  const key = `${fromHz}:${toHz}`;
  let filter = filters.get(key);
  if (!filter) {
    filter = designFilter(fromHz, toHz);
    // A process meets a handful of pairs; rates from a network must not grow the table without end.
    if (filters.size >= 32) filters.clear();
    filters.set(key, filter);
  }
  return filter;
}

/** Windowed sinc with a Kaiser window (Oppenheim and Schafer, Discrete-Time Signal Processing, 7.5.3). */
function designFilter(fromHz: number, toHz: number): ResampleFilter {
  const divisor = greatestCommonDivisor(fromHz, toHz);
  const up = toHz / divisor;
  const down = fromHz / divisor;
  const nyquistHz = Math.min(fromHz, toHz) / 2;
  const transition = ((stopEdge - passEdge) * nyquistHz * 2 * Math.PI) / fromHz;
  const length = (stopBandDb - 7.95) / (2.285 * transition);
  const taps = Math.ceil(length / 4) * 4;
  const beta = 0.1102 * (stopBandDb - 8.7);
  const cutoff = ((passEdge + stopEdge) * nyquistHz) / fromHz;
  const phases = new Float64Array(up * taps);
  for (let phase = 0; phase < up; phase++) {
    const row = phase * taps;
    let sum = 0;
    for (let i = 0; i < taps; i++) {
      // Distance, in input samples, of tap i from the output's place in time.
      const distance = i - (taps / 2 - 1) - phase / up;
      const edge = distance / (taps / 2);
      const window = Math.abs(edge) >= 1 ? 0 : besselI0(beta * Math.sqrt(1 - edge * edge)) / besselI0(beta);
      phases[row + i] = sinc(cutoff * distance) * cutoff * window;
      sum += phases[row + i]!;
    }
    // Equal gain in every phase: else a constant would come out as a tone.
    for (let i = 0; i < taps; i++) phases[row + i] = phases[row + i]! / sum;
  }
  const spans = Array.from({ length: down }, (_, rest) => findSpan(phases, { rest, down, taps }));
  return { up, down, taps, phases, spans, silence: new Int16Array(taps) };
}

function findSpan(
  phases: Float64Array,
  { rest, down, taps }: { rest: number; down: number; taps: number },
): { from: number; to: number } {
  let from = rest;
  while (from < taps && Math.abs(phases[from]!) < negligible) from += down;
  let to = from;
  for (let i = from; i < taps; i += down) if (Math.abs(phases[i]!) >= negligible) to = i + down;
  return { from, to };
}

const negligible = 1e-9;

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** Modified Bessel function of the first kind, order 0, by its series. */
function besselI0(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
