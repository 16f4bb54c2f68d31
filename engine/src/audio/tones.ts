import { clampSample } from './frames.ts';

/** A pattern of tones: each part sounds its frequencies together, each at `level`, for `ms`; none is silence. */
export type ToneStep = { frequenciesHz: readonly number[]; ms: number; levelDbm0: number };

/** Row and column frequencies of the 16 touch-tones (ITU-T Q.23 section 6). */
export const rowsHz = [697, 770, 852, 941] as const;
export const columnsHz = [1209, 1336, 1477, 1633] as const;
const keypad = ['123A', '456B', '789C', '*0#D'] as const;

/** The two frequencies of a touch-tone, or null for what is not on a keypad. */
export function findDigitFrequencies(digit: string): readonly [number, number] | null {
  for (const [row, keys] of keypad.entries()) {
    const column = digit.length === 1 ? keys.indexOf(digit.toUpperCase()) : -1;
    if (column >= 0) return [rowsHz[row]!, columnsHz[column]!];
  }
  return null;
}

/**
 * Touch-tones as sound, for far ends that take no telephone events. 100 ms of tone and 100 ms of pause, well
 * above the 40 ms each that ITU-T Q.24 asks of receivers; -8 dBm0 a tone. Other characters are left out.
 */
export function digitTones(digits: string): ToneStep[] {
  const steps: ToneStep[] = [];
  for (const digit of digits) {
    const frequenciesHz = findDigitFrequencies(digit);
    if (!frequenciesHz) continue;
    steps.push({ frequenciesHz, ms: 100, levelDbm0: -8 }, { frequenciesHz: [], ms: 100, levelDbm0: 0 });
  }
  return steps;
}

/** Call progress tones of North America (ITU-T E.180 supplement 2): one cycle each. */
export const callProgressTones = {
  ringback: [
    { frequenciesHz: [440, 480], ms: 2000, levelDbm0: -19 },
    { frequenciesHz: [], ms: 4000, levelDbm0: 0 },
  ],
  busy: [
    { frequenciesHz: [480, 620], ms: 500, levelDbm0: -24 },
    { frequenciesHz: [], ms: 500, levelDbm0: 0 },
  ],
  congestion: [
    { frequenciesHz: [480, 620], ms: 250, levelDbm0: -24 },
    { frequenciesHz: [], ms: 250, levelDbm0: 0 },
  ],
  dial: [{ frequenciesHz: [350, 440], ms: 1000, levelDbm0: -13 }],
  /** Special information tone before "the number you have dialled" (ITU-T E.180 section 7). */
  specialInformation: [
    { frequenciesHz: [950], ms: 330, levelDbm0: -24 },
    { frequenciesHz: [1400], ms: 330, levelDbm0: -24 },
    { frequenciesHz: [1800], ms: 330, levelDbm0: -24 },
    { frequenciesHz: [], ms: 1000, levelDbm0: 0 },
  ],
  /** What a mailbox plays before it records. */
  voicemailBeep: [{ frequenciesHz: [1000], ms: 400, levelDbm0: -10 }],
} as const satisfies Record<string, readonly ToneStep[]>;

/** Renders tones. Edges are ramped over 2 ms so that they do not click. */
export function renderTones(steps: readonly ToneStep[], sampleRateHz: number): Int16Array {
  const counts = steps.map(({ ms }) => Math.round((ms * sampleRateHz) / 1000));
  const samples = new Int16Array(counts.reduce((sum, count) => sum + count, 0));
  const ramp = Math.round(sampleRateHz / 500);
  let start = 0;
  for (const [index, step] of steps.entries()) {
    const count = counts[index]!;
    const peak = fullSinePeak * 10 ** ((step.levelDbm0 - fullSineDbm0) / 20);
    for (let i = 0; i < count; i++) {
      let sum = 0;
      for (const hz of step.frequenciesHz) sum += Math.sin((2 * Math.PI * hz * i) / sampleRateHz);
      const edge = Math.min(1, i / ramp, (count - 1 - i) / ramp);
      samples[start + i] = clampSample(Math.round(sum * peak * edge));
    }
    start += count;
  }
  return samples;
}

/** A sine at the overload point of mu-law is +3.17 dBm0 (G.711 section 2, note), which our PCM has as full scale. */
const fullSineDbm0 = 3.17;
const fullSinePeak = 32_124;
