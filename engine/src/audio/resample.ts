import { findResampleFilter, type ResampleFilter } from './resample-filter.ts';

/** A streaming sample rate converter for one channel. Not shared between streams. */
export interface Resampler {
  /**
   * Reads `input` from `start` up to `end` and writes what is ready into `output` from `at` on; returns where the
   * output ends. For streams of frames: nothing is allocated. There must be room for `maxOutput(end - start)`.
   */
  convert(input: Int16Array, start: number, end: number, output: Int16Array, at: number): number;
  /** Writes what is still inside, as `flush` returns it, and starts anew; returns where the output ends. */
  finish(output: Int16Array, at: number): number;
  /** The most samples that come out of one `convert` of so many inputs, or out of `finish`. */
  maxOutput(inputs: number): number;
  /** How many outputs there are, counted from the start, once so many inputs have been read. */
  readyOutputs(inputs: number): number;
  /** Forgets what is inside. */
  restart(): void;
  /**
   * Takes any number of samples and returns, in a fresh array, those of the new rate that are ready. Output
   * k stands at the time of input k * from / to: the delay of the filter is taken out, so a few
   * milliseconds stay inside until more input or `flush` comes.
   */
  process(input: Int16Array): Int16Array;
  /** Returns what is still inside and starts anew. All output together is ceil(input * to / from) samples. */
  flush(): Int16Array;
}

/**
 * Opens a converter between two rates in Hz (integers, 1 kHz to 192 kHz). Polyphase FIR with rational
 * steps: flat to 0.83 of the lower rate's Nyquist frequency (3.3 kHz for telephony), images and aliases at
 * least 60 dB down from 1.17 of it.
 */
export function createResampler(fromHz: number, toHz: number): Resampler {
  for (const rate of [fromHz, toHz]) {
    if (!Number.isInteger(rate) || rate < 1000 || rate > 192_000) {
      throw new RangeError(`A sample rate must be an integer from 1000 to 192000 Hz, not ${rate}.`);
    }
  }
  return fromHz === toHz ? sameRate : new PolyphaseResampler(findResampleFilter(fromHz, toHz));
}

/** Between equal rates. */
const sameRate: Resampler = {
  convert(input, start, end, output, at) {
    for (let i = start; i < end; i++) output[at + i - start] = input[i]!;
    return at + end - start;
  },
  finish: (_output, at) => at,
  maxOutput: (inputs) => inputs,
  readyOutputs: (inputs) => inputs,
  restart() {},
  process: (input) => input.slice(),
  flush: () => new Int16Array(0),
};

class PolyphaseResampler implements Resampler {
  private readonly filter: ResampleFilter;
  /** The inputs that the next outputs still need, and how many they are. */
  private readonly kept: Int16Array;
  private keptCount = 0;
  /** Where the next output's first tap stands, counted from the first input kept, and its phase. */
  private position = 0;
  private phase = 0;
  private inputs = 0;
  private outputs = 0;

  constructor(filter: ResampleFilter) {
    this.filter = filter;
    this.kept = new Int16Array(filter.taps);
    this.restart();
  }

  process(input: Int16Array): Int16Array {
    const output = new Int16Array(this.maxOutput(input.length));
    const written = this.convert(input, 0, input.length, output, 0);
    return output.length === written ? output : output.slice(0, written);
  }

  flush(): Int16Array {
    const output = new Int16Array(this.maxOutput(0));
    return output.slice(0, this.finish(output, 0));
  }

  convert(input: Int16Array, start: number, end: number, output: Int16Array, at: number): number {
    let written = at;
    const { kept } = this;
    const work = takeWork(this.filter.taps);
    for (let from = start; from < end; from += blockSamples) {
      const to = Math.min(end, from + blockSamples);
      let held = this.keptCount;
      for (let i = 0; i < held; i++) work[i] = kept[i]!;
      for (let i = from; i < to; i++) work[held++] = input[i]!;
      written = this.convertHeld({ work, held, output, from: written });
    }
    this.inputs += end - start;
    this.outputs += written - at;
    return written;
  }

  finish(output: Int16Array, at: number): number {
    const { up, down, taps, silence } = this.filter;
    const due = Math.ceil((this.inputs * up) / down) - this.outputs;
    this.convert(silence, 0, taps, output, at);
    this.restart();
    return at + due;
  }

  maxOutput(inputs: number): number {
    const { up, down, taps } = this.filter;
    // The filter's own length counts as well: it is what `finish` feeds, and what earlier inputs may have left.
    return Math.ceil(((inputs + 2 * taps) * up) / down) + 1;
  }

  readyOutputs(inputs: number): number {
    const { up, down, taps } = this.filter;
    return Math.max(0, Math.ceil(((inputs - taps / 2) * up) / down));
  }

  private convertHeld(options: {
    work: Float64Array;
    held: number;
    output: Int16Array;
    from: number;
  }): number {
    const { up, down, taps, phases } = this.filter;
    const { work, held, output, from } = options;
    let { position, phase } = this;
    let written = from;
    if (up === 1) {
      written = decimate({ filter: this.filter, work, held, position, output, from });
      position += (written - from) * down;
    }
    while (position + taps <= held) {
      const row = phase * taps;
      // Four sums, as one would wait for each addition to finish. `taps` is a multiple of four.
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      for (let i = 0; i < taps; i += 4) {
        a += phases[row + i]! * work[position + i]!;
        b += phases[row + i + 1]! * work[position + i + 1]!;
        c += phases[row + i + 2]! * work[position + i + 2]!;
        d += phases[row + i + 3]! * work[position + i + 3]!;
      }
      output[written++] = toSample(a + b + c + d);
      phase += down;
      const steps = Math.floor(phase / up);
      position += steps;
      phase -= steps * up;
    }
    // What the next output needs is kept; an output may lie beyond all that has come.
    const done = Math.min(position, held);
    for (let i = done; i < held; i++) this.kept[i - done] = work[i]!;
    this.keptCount = held - done;
    this.position = position - done;
    this.phase = phase;
    return written;
  }

  restart(): void {
    // Silence before the first sample, so that the first output is centred on it.
    this.keptCount = this.filter.taps / 2 - 1;
    this.kept.fill(0, 0, this.keptCount);
    this.position = 0;
    this.phase = 0;
    this.inputs = 0;
    this.outputs = 0;
  }
}

/**
 * Four outputs at a time where there is one phase, as they share each coefficient. Leaves the last few outputs to the
 * general way and returns where the output ends.
 */
function decimate(options: {
  filter: ResampleFilter;
  work: Float64Array;
  held: number;
  position: number;
  output: Int16Array;
  from: number;
}): number {
  const { filter, work, held, output } = options;
  const { taps, down, phases, spans } = filter;
  let { position, from } = options;
  while (position + 3 * down + taps <= held) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    // Inputs `down` apart meet the four outputs one after the other: each is read once.
    for (let rest = 0; rest < down; rest++) {
      const span = spans[rest]!;
      let at = position + span.from;
      let first = work[at]!;
      let second = work[at + down]!;
      let third = work[at + 2 * down]!;
      at += 3 * down;
      for (let i = span.from; i < span.to; i += down, at += down) {
        const coefficient = phases[i]!;
        const fourth = work[at]!;
        a += coefficient * first;
        b += coefficient * second;
        c += coefficient * third;
        d += coefficient * fourth;
        first = second;
        second = third;
        third = fourth;
      }
    }
    output[from] = toSample(a);
    output[from + 1] = toSample(b);
    output[from + 2] = toSample(c);
    output[from + 3] = toSample(d);
    from += 4;
    position += 4 * down;
  }
  return from;
}

function toSample(value: number): number {
  const rounded = Math.round(value);
  return rounded > 32_767 ? 32_767 : rounded < -32_768 ? -32_768 : rounded;
}

const blockSamples = 1024;

/**
 * Inputs at hand, shared by all streams of a thread: hundreds of them take turns, and what each keeps for itself has left
 * the processor's cache when its turn comes.
 */
let sharedWork = new Float64Array(0);

/** Room for what a filter of so many taps keeps and a block. */
function takeWork(taps: number): Float64Array {
  if (sharedWork.length < taps + blockSamples) sharedWork = new Float64Array(taps + blockSamples);
  return sharedWork;
}
