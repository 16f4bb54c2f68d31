import { addClip, emptyClip, type RawClip, soften } from '@parley/engine/vad/clips/clip';
import { createRandom, type Random } from '@parley/engine/vad/clips/random';
import { toTelephone } from './vad-table-speech.ts';

const rateHz = 16_000;
const seconds = 8;

/** One note: `hz`, `length` in seconds, 0 to 1 loud. */
type Note = { hz: number; length: number; random: Random };
type Sounding = (note: Note) => RawClip;

/**
 * Instruments made in other ways than those of the engine's clips: plucked strings by a delay line, frequency
 * modulation, detuned reeds, inharmonic bars, breath and late vibrato.
 */
export const freshInstruments = {
  'plucked string': pluck,
  'electric piano': ({ hz, length }) =>
    modulate({ hz, length, ratio: 1, depth: 1.6, fall: 3, modulatorFall: 6 }),
  'frequency-modulated brass': ({ hz, length }) =>
    modulate({ hz, length, ratio: 1, depth: 2.5, fall: 0.3, modulatorFall: 0.8, attackMs: 60 }),
  'music box': ({ hz, length }) =>
    modulate({ hz: hz * 2, length, ratio: 3.5, depth: 0.8, fall: 6, modulatorFall: 9 }),
  marimba: ({ hz, length }) => bars({ hz, length, partials: [1, 3.93, 9.24], fall: 9 }),
  accordion: reeds,
  saxophone: blow,
  'square wave': square,
} as const satisfies Record<string, Sounding>;

export type FreshInstrument = keyof typeof freshInstruments;

/** A single line of notes at one tempo, in a scale that the engine's clips do not use, with dotted and swung notes. */
export function freshMelody(seed: number, instrument: FreshInstrument): RawClip {
  const random = createRandom(seed);
  const clip = emptyClip(seconds, rateHz);
  const scale = random.pick(scales);
  const beat = 60 / random.between(66, 168);
  const root = random.between(48, 66);
  const swing = random.pick([0.5, 0.5, 0.62]);
  let step = Math.floor(random.between(2, 7));
  for (let at = 0.02; at < seconds; ) {
    const figure = random.pick([[1], [swing, 1 - swing], [1.5, 0.5], [2], [0.25, 0.25, 0.5], [3]]);
    for (const beats of figure) {
      step = Math.max(0, Math.min(12, step + random.pick([-4, -2, -1, 0, 1, 1, 2, 3])));
      const pitch = root + degree(scale, step);
      if (random.next() > 0.08)
        play(clip, { at, instrument, pitch, length: beats * beat, gain: 0.8, random });
      at += beats * beat;
    }
  }
  return finish(clip);
}

/** Broken or held chords over a bass, with or without a line on top and a shaker: what plays while one is on hold. */
export function freshBand(
  seed: number,
  parts: { lead: FreshInstrument | null; backing: FreshInstrument },
): RawClip {
  const random = createRandom(seed);
  const beat = 60 / random.between(70, 132);
  const scale = random.pick(scales);
  const root = random.between(46, 56);
  const isBroken = random.next() < 0.5;
  const clip = parts.lead
    ? padTo(freshMelodyWide(random, { instrument: parts.lead, scale, root: root + 12, beat }))
    : emptyClip(seconds, rateHz);
  for (let bar = 0; bar * beat * 4 < seconds; bar++) {
    const start = random.pick([0, 1, 3, 4, 5]);
    const chord = [0, 2, 4, 6].map((third) => root + degree(scale, start + third));
    for (let eighth = 0; eighth < 8; eighth++) {
      const at = (bar * 8 + eighth) * (beat / 2);
      if (isBroken) {
        const pitch = chord[eighth % 4]!;
        play(clip, { at, instrument: parts.backing, pitch, length: beat, gain: 0.5, random });
      } else if (eighth === 0) {
        for (const pitch of chord)
          play(clip, { at, instrument: parts.backing, pitch, length: beat * 3.8, gain: 0.3, random });
      }
      if (eighth % 2 === 0)
        play(clip, {
          at,
          instrument: 'plucked string',
          pitch: chord[0]! - 12,
          length: beat,
          gain: 0.4,
          random,
        });
      addClip(clip, shake(random), { sample: Math.round(at * rateHz), gain: 0.12 });
    }
  }
  return finish(soften(clip, 6000, rateHz));
}

function freshMelodyWide(
  random: Random,
  line: { instrument: FreshInstrument; scale: readonly number[]; root: number; beat: number },
): RawClip {
  const clip = emptyClip(seconds, rateHz);
  let step = 3;
  for (let at = 0; at < seconds; ) {
    const length = line.beat * random.pick([0.5, 1, 1, 1.5, 2]);
    step = Math.max(0, Math.min(9, step + random.pick([-2, -1, 1, 2])));
    const pitch = line.root + degree(line.scale, step);
    if (random.next() > 0.15)
      play(clip, { at, instrument: line.instrument, pitch, length, gain: 0.7, random });
    at += length;
  }
  return clip;
}

type Played = {
  at: number;
  instrument: FreshInstrument;
  pitch: number;
  length: number;
  gain: number;
  random: Random;
};

function play(clip: RawClip, { at, instrument, pitch, length, gain, random }: Played): void {
  const hz = 440 * 2 ** ((pitch - 69) / 12);
  const note = freshInstruments[instrument]({ hz, length, random });
  const fade = Math.min(note.length, 0.02 * rateHz);
  for (let i = 0; i < fade; i++) note[note.length - 1 - i]! *= i / fade;
  addClip(clip, note, { sample: Math.round(at * rateHz), gain: gain * random.between(0.75, 1) });
}

/** Karplus and Strong 1983: noise going round a delay line that softens it. */
function pluck({ hz, length, random }: Note): RawClip {
  const period = rateHz / hz;
  const line = Float64Array.from({ length: Math.round(period) }, () => random.gauss());
  let last = 0;
  return emptyClip(length, rateHz).map((_, i) => {
    const place = i % line.length;
    const value = line[place]!;
    line[place] = 0.996 * 0.5 * (value + last);
    last = value;
    return value;
  });
}

type Modulated = {
  hz: number;
  length: number;
  ratio: number;
  depth: number;
  fall: number;
  modulatorFall: number;
  attackMs?: number;
};

function modulate({ hz, length, ratio, depth, fall, modulatorFall, attackMs = 3 }: Modulated): RawClip {
  return emptyClip(length, rateHz).map((_, i) => {
    const second = i / rateHz;
    const turn = 2 * Math.PI * hz * second;
    const attack = Math.min(1, (second * 1000) / attackMs);
    const bend = depth * Math.exp(-modulatorFall * second) * attack * Math.sin(ratio * turn);
    return attack * Math.exp(-fall * second) * Math.sin(turn + bend);
  });
}

function bars({
  hz,
  length,
  partials,
  fall,
}: {
  hz: number;
  length: number;
  partials: number[];
  fall: number;
}): RawClip {
  return emptyClip(length, rateHz).map((_, i) => {
    const second = i / rateHz;
    let sum = 0;
    for (const [k, partial] of partials.entries()) {
      if (hz * partial > rateHz / 2) continue;
      sum += (Math.exp(-fall * (1 + k) * second) / (1 + k)) * Math.sin(2 * Math.PI * hz * partial * second);
    }
    return sum;
  });
}

/** Two reeds 12 cents apart, which beat. */
function reeds({ hz, length }: Note): RawClip {
  return emptyClip(length, rateHz).map((_, i) => {
    const second = i / rateHz;
    let sum = 0;
    for (let k = 1; k <= 14 && hz * k < rateHz / 2; k++) {
      const strength = 1 / k ** 0.8;
      sum += strength * Math.sin(2 * Math.PI * hz * k * second);
      sum += strength * Math.sin(2 * Math.PI * hz * 1.007 * k * second + k);
    }
    return sum * Math.min(1, second / 0.03);
  });
}

/** A reed with formants, breath, a scoop into the note, and vibrato that comes late. */
function blow({ hz, length, random }: Note): RawClip {
  let phase = 0;
  return emptyClip(length, rateHz).map((_, i) => {
    const second = i / rateHz;
    const vibrato = 30 * Math.min(1, Math.max(0, second - 0.25) / 0.2) * Math.sin(2 * Math.PI * 5.6 * second);
    const scoop = -60 * Math.exp(-second / 0.05);
    phase += (2 * Math.PI * hz * 2 ** ((vibrato + scoop) / 1200)) / rateHz;
    let sum = 0;
    for (let k = 1; k <= 16 && hz * k < rateHz / 2; k++) {
      const formant = 1 / (1 + ((hz * k - 900) / 700) ** 2);
      sum += (0.15 / k + 0.5 * formant) * Math.sin(k * phase + 0.3 * k * k);
    }
    return (sum + 0.04 * random.gauss()) * Math.min(1, second / 0.04);
  });
}

function square({ hz, length }: Note): RawClip {
  return emptyClip(length, rateHz).map((_, i) => {
    const turn = (2 * Math.PI * hz * i) / rateHz;
    let sum = 0;
    for (let k = 1; hz * k < rateHz / 2; k += 2) sum += Math.sin(k * turn) / k;
    return sum * Math.exp((-1.5 * i) / rateHz);
  });
}

function shake(random: Random): RawClip {
  return emptyClip(0.08, rateHz).map((_, i) => random.gauss() * Math.exp((-60 * i) / rateHz));
}

function degree(scale: readonly number[], step: number): number {
  return 12 * Math.floor(step / scale.length) + scale[step % scale.length]!;
}

function padTo(clip: RawClip): RawClip {
  const whole = emptyClip(seconds, rateHz);
  whole.set(clip.subarray(0, whole.length));
  return whole;
}

function finish(clip: RawClip): RawClip {
  let greatest = 1e-9;
  for (const sample of clip) greatest = Math.max(greatest, Math.abs(sample));
  return toTelephone(
    Int16Array.from(clip, (sample) => Math.round((sample / greatest) * 20_000)),
    rateHz,
  );
}

/** Minor, dorian, minor pentatonic, blues, and the whole tones between. */
const scales = [
  [0, 2, 3, 5, 7, 8, 10],
  [0, 2, 3, 5, 7, 9, 10],
  [0, 3, 5, 7, 10],
  [0, 3, 5, 6, 7, 10],
  [0, 2, 4, 6, 8, 10],
] as const;
