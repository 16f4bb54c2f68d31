import {
  callProgressTones,
  digitTones,
  findDigitFrequencies,
  renderTones,
  type ToneStep,
} from '@parley/engine/audio/tones';
import type { RawClip } from '@parley/engine/vad/clips/clip';
import {
  chords,
  drums,
  holdMusic,
  instruments,
  makeUpInstrument,
  makeUpRicherInstrument,
  melody,
} from '@parley/engine/vad/clips/music';
import * as noises from '@parley/engine/vad/clips/noises';
import { createRandom, type Random } from '@parley/engine/vad/clips/random';

const rateHz = 8000;
const seconds = 8;

/** A sound that is no speech, rendered when it is needed. */
export type NoiseClip = { group: string; render: () => RawClip };

/** What the classifier learns from. Instruments, tones and noises are made up by seed. */
export function listTrainingNoises(): NoiseClip[] {
  const clips: NoiseClip[] = [];
  for (let i = 1; i <= 10; i++) clips.push(...listNoises(i * 13));
  for (let i = 1; i <= 90; i++) clips.push(...madeUpMusic(i * 41, makeUpInstrument));
  for (let i = 1; i <= 90; i++) clips.push(...madeUpMusic(i * 59 + 3000, makeUpRicherInstrument));
  for (let i = 1; i <= 40; i++) clips.push(madeUpTones(i * 43), madeUpSweep(i * 47));
  for (let i = 1; i <= 10; i++)
    clips.push({ group: 'drums', render: () => drums({ seconds, rateHz, seed: i * 53 }) });
  clips.push(...progressTones());
  return clips;
}

/** What it is judged on and never learned from: other seeds, named instruments, and tones of other countries. */
export function listHeldOutNoises(): NoiseClip[] {
  const clips: NoiseClip[] = [];
  for (let i = 1; i <= 8; i++) clips.push(...listNoises(i * 17 + 5000), ...namedMusic(i * 23 + 6000));
  for (let i = 1; i <= 8; i++) clips.push(typedDigits(i * 29 + 7000), madeUpSweep(i * 31 + 8000));
  clips.push(...progressTones(), ...foreignTones());
  return clips;
}

/** One clip of each kind of noise. */
export function listNoises(seed: number): NoiseClip[] {
  const kinds = {
    'white noise': noises.whiteNoise,
    'pink noise': noises.pinkNoise,
    car: noises.carNoise,
    'mains hum': noises.mainsHum,
    typing: noises.typing,
    thumps: noises.thumps,
    breath: noises.breathing,
    coughs: noises.coughing,
    office: noises.office,
    rustling: noises.rustling,
  };
  return Object.entries(kinds).map(([group, make]) => ({
    group,
    render: () => make({ seconds, rateHz, seed }),
  }));
}

function madeUpMusic(seed: number, makeUp: typeof makeUpInstrument): NoiseClip[] {
  const random = createRandom(seed);
  const base = { seconds, rateHz, seed };
  const [first, second, third, fourth] = [0, 1, 2, 3].map(() => makeUp(random));
  return [
    { group: 'melody', render: () => melody({ ...base, instrument: first! }) },
    { group: 'chords', render: () => chords({ ...base, instrument: second! }) },
    { group: 'hold music', render: () => holdMusic({ ...base, lead: third!, backing: fourth! }) },
  ];
}

function namedMusic(seed: number): NoiseClip[] {
  const base = { seconds, rateHz, seed };
  const { flute, clarinet, lead, guitar, organ, strings, piano } = instruments;
  return [
    ...Object.values(instruments).map((instrument) => ({
      group: 'melody',
      render: () => melody({ ...base, instrument }),
    })),
    ...[piano, organ, strings, guitar].map((instrument) => ({
      group: 'chords',
      render: () => chords({ ...base, instrument }),
    })),
    ...(
      [
        [flute, piano],
        [clarinet, guitar],
        [lead, strings],
        [guitar, organ],
      ] as const
    ).map(([leading, backing]) => ({
      group: 'hold music',
      render: () => holdMusic({ ...base, lead: leading, backing }),
    })),
    { group: 'drums', render: () => drums(base) },
  ];
}

function progressTones(): NoiseClip[] {
  const clips = Object.entries(callProgressTones).map(([name, steps]) => ({
    group: name === 'voicemailBeep' ? 'beep' : name === 'ringback' ? 'ringback' : 'tones',
    render: () => repeat(steps),
  }));
  return [...clips, { group: 'touch-tones', render: () => repeat(digitTones('0123456789*#ABCD')) }];
}

function foreignTones(): NoiseClip[] {
  const patterns: [string, number[], number, number][] = [
    ['ringback', [400, 450], 400, 200],
    ['ringback', [413, 438], 400, 200],
    ['ringback', [425], 1000, 4000],
    ['tones', [425], 240, 240],
    ['tones', [1100], 500, 3000],
    ['tones', [523, 659, 784], 600, 500],
    ['beep', [620], 500, 700],
    ['beep', [330], 300, 700],
    ['beep', [1400], 250, 900],
  ];
  return patterns.map(([group, frequenciesHz, ms, pauseMs]) => ({
    group,
    render: () => repeat(beat(frequenciesHz, ms, pauseMs)),
  }));
}

function madeUpTones(seed: number): NoiseClip {
  const random = createRandom(seed);
  if (random.next() < 0.5) return typedDigits(seed);
  const frequenciesHz = Array.from({ length: random.pick([1, 1, 2, 2, 3]) }, () => random.between(300, 1900));
  const steps = beat(frequenciesHz, random.between(60, 1200), random.between(50, 900));
  return { group: 'tones', render: () => repeat(steps) };
}

function typedDigits(seed: number): NoiseClip {
  const random = createRandom(seed);
  const ms = random.between(45, 200);
  const pauseMs = random.between(45, 250);
  const steps = Array.from({ length: 24 }, () => {
    return beat([...findDigitFrequencies(random.pick([...'0123456789*#']))!], ms, pauseMs);
  });
  return { group: 'touch-tones', render: () => repeat(steps.flat()) };
}

/** Sirens, rising tones and two-tone warblers. */
function madeUpSweep(seed: number): NoiseClip {
  const random = createRandom(seed);
  return { group: 'sirens', render: () => sweep(random) };
}

function sweep(random: Random): RawClip {
  const middle = random.between(500, 1300);
  const reach = random.between(80, 450);
  const rate = random.between(0.3, 4);
  const kind = random.pick(['sine', 'rise', 'two-tone']);
  let phase = 0;
  return new Float64Array(seconds * rateHz).map((_, i) => {
    const turn = (rate * i) / rateHz;
    const swing =
      kind === 'sine'
        ? Math.sin(2 * Math.PI * turn)
        : kind === 'rise'
          ? (turn % 1) * 2 - 1
          : (turn * 6) % 1 < 0.5
            ? -1
            : 1;
    phase += (2 * Math.PI * (middle + reach * swing)) / rateHz;
    return Math.sin(phase);
  });
}

function beat(frequenciesHz: number[], ms: number, pauseMs: number): ToneStep[] {
  return [
    { frequenciesHz, ms, levelDbm0: -9 },
    { frequenciesHz: [], ms: pauseMs, levelDbm0: 0 },
  ];
}

/** The pattern over and over until the clip is full. */
function repeat(steps: readonly ToneStep[]): RawClip {
  const once = renderTones(steps, rateHz);
  return new Float64Array(seconds * rateHz).map((_, i) => once[i % once.length]!);
}
