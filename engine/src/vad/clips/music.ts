import { addClip, emptyClip, type RawClip, resonate, soften } from './clip.ts';
import { createRandom, type Random } from './random.ts';

export type MusicOptions = { seconds: number; rateHz: number; seed: number };

/** How one note sounds: overtones, how it begins and dies, and how its pitch wavers. */
export type Instrument = {
  /** Strengths of the overtones, the fundamental first. */
  overtones: readonly number[];
  attackMs: number;
  /** Per second, as a power of e; 0 holds the note. */
  decay: number;
  vibratoCents: number;
  vibratoHz: number;
  /** Slides into the note from this many cents below. */
  slideCents: number;
  /** A second, equal voice this many cents above, which beats with the first: reeds, choruses, twelve strings. */
  detuneCents?: number;
  /** How much hiss sounds along, as a share of the fundamental: bow, breath, worn tape. */
  breath?: number;
  /** How far overtone k is sharp, times k squared: stiff strings and bars. */
  stretch?: number;
  /** How deep and how often a second the loudness wavers. */
  tremolo?: { depth: number; hz: number };
};

export const instruments = {
  piano: {
    overtones: [1, 0.6, 0.4, 0.25, 0.18, 0.1, 0.06],
    attackMs: 4,
    decay: 3,
    vibratoCents: 0,
    vibratoHz: 0,
    slideCents: 0,
  },
  organ: {
    overtones: [1, 0.8, 0.5, 0.6, 0.1, 0.3, 0, 0.3],
    attackMs: 15,
    decay: 0,
    vibratoCents: 8,
    vibratoHz: 6,
    slideCents: 0,
  },
  strings: {
    overtones: [1, 0.7, 0.55, 0.45, 0.35, 0.3, 0.25, 0.2, 0.15, 0.12],
    attackMs: 120,
    decay: 0,
    vibratoCents: 18,
    vibratoHz: 5.2,
    slideCents: 0,
  },
  flute: {
    overtones: [1, 0.35, 0.12, 0.04],
    attackMs: 50,
    decay: 0,
    vibratoCents: 25,
    vibratoHz: 5,
    slideCents: 20,
  },
  clarinet: {
    overtones: [1, 0.04, 0.6, 0.05, 0.35, 0.05, 0.2],
    attackMs: 35,
    decay: 0,
    vibratoCents: 10,
    vibratoHz: 5,
    slideCents: 30,
  },
  brass: {
    overtones: [1, 0.9, 0.8, 0.65, 0.5, 0.38, 0.28, 0.2],
    attackMs: 45,
    decay: 0.4,
    vibratoCents: 12,
    vibratoHz: 5.5,
    slideCents: 40,
  },
  guitar: {
    overtones: [1, 0.7, 0.6, 0.3, 0.25, 0.2, 0.1, 0.08],
    attackMs: 3,
    decay: 5,
    vibratoCents: 4,
    vibratoHz: 5,
    slideCents: 0,
  },
  bell: {
    overtones: [1, 0, 0.6, 0, 0.3, 0, 0.2, 0, 0.15],
    attackMs: 2,
    decay: 4,
    vibratoCents: 0,
    vibratoHz: 0,
    slideCents: 0,
  },
  lead: {
    overtones: [1, 0.5, 0.33, 0.25, 0.2, 0.17, 0.14, 0.12, 0.11, 0.1],
    attackMs: 8,
    decay: 0.8,
    vibratoCents: 20,
    vibratoHz: 6,
    slideCents: 100,
  },
} as const satisfies Record<string, Instrument>;

/** An instrument nobody has heard before. */
export function makeUpInstrument(random: Random): Instrument {
  const isHeld = random.next() < 0.5;
  const brightness = random.between(0.3, 0.95);
  return {
    overtones: Array.from({ length: 12 }, (_, k) =>
      k === 0 ? 1 : brightness ** k * random.between(0.05, 1.2),
    ),
    attackMs: isHeld ? random.between(8, 140) : random.between(2, 10),
    decay: isHeld ? random.between(0, 1) : random.between(1, 9),
    vibratoCents: random.next() < 0.5 ? random.between(5, 40) : 0,
    vibratoHz: random.between(4, 7),
    slideCents: random.next() < 0.3 ? random.between(10, 120) : 0,
  };
}

/** One with more ways to differ: detuned, breathy, stretched, wavering, with strengths in no order. */
export function makeUpRicherInstrument(random: Random): Instrument {
  const plain = makeUpInstrument(random);
  const isComb = random.next() < 0.4;
  return {
    ...plain,
    overtones: isComb ? Array.from({ length: 16 }, () => random.between(0, 1) ** 2) : plain.overtones,
    detuneCents: random.next() < 0.4 ? random.between(2, 25) : 0,
    breath: random.next() < 0.4 ? random.between(0.02, 0.3) : 0,
    stretch: random.next() < 0.3 ? 10 ** random.between(-4, -2) : 0,
    tremolo: { depth: random.next() < 0.3 ? random.between(0.1, 0.6) : 0, hz: random.between(3, 9) },
  };
}

/** One voice of an instrument over a scale, with rests now and then. */
export function melody(options: MusicOptions & { instrument: Instrument }): RawClip {
  const { seconds, rateHz, seed } = options;
  const random = createRandom(seed);
  const clip = emptyClip(seconds, rateHz);
  const root = random.between(50, 68);
  let step = 4;
  for (let at = 0.05; at < seconds; ) {
    const length = random.pick([0.18, 0.25, 0.36, 0.5, 0.5, 0.75, 1]);
    step = Math.max(0, Math.min(13, step + random.pick([-3, -2, -1, -1, 0, 1, 1, 2, 3])));
    const pitch = root + 12 * Math.floor(step / 7) + majorScale[step % 7]!;
    const note = renderNote({
      instrument: options.instrument,
      pitch,
      seconds: length * 0.95,
      rateHz,
      random,
    });
    if (random.next() > 0.1)
      addClip(clip, note, { sample: Math.round(at * rateHz), gain: random.between(0.7, 1) });
    at += length;
  }
  return clip;
}

/** Chords of four notes that change every bar, struck or held. */
export function chords(options: MusicOptions & { instrument: Instrument }): RawClip {
  const { seconds, rateHz, seed } = options;
  const random = createRandom(seed);
  const clip = emptyClip(seconds, rateHz);
  const root = random.between(45, 57);
  const beat = random.between(0.4, 0.7);
  for (let at = 0.05; at < seconds; at += beat * random.pick([2, 4])) {
    const degree = random.pick([0, 3, 4, 5]);
    for (const interval of [0, 2, 4, 7]) {
      const step = degree + interval;
      const pitch = root + 12 * Math.floor(step / 7) + majorScale[step % 7]!;
      const note = renderNote({
        instrument: options.instrument,
        pitch,
        seconds: beat * 2.2,
        rateHz,
        random,
      });
      addClip(clip, note, { sample: Math.round((at + random.next() * 0.02) * rateHz), gain: 0.4 });
    }
  }
  return clip;
}

/** Bass drum, snare and hi-hat. */
export function drums({ seconds, rateHz, seed }: MusicOptions): RawClip {
  const random = createRandom(seed);
  const clip = emptyClip(seconds, rateHz);
  const beat = random.between(0.4, 0.65);
  for (let half = 0; (half * beat) / 2 < seconds; half++) {
    const sample = Math.round(((half * beat) / 2) * rateHz);
    addClip(clip, hit(random, { hz: 3400, q: 1, decay: 90, rateHz }), { sample, gain: 0.25 });
    if (half % 4 === 2)
      addClip(clip, hit(random, { hz: 1200, q: 0.7, decay: 28, rateHz }), { sample, gain: 0.9 });
    if (half % 4 === 0 || random.next() < 0.1) addClip(clip, bassDrum(rateHz), { sample, gain: 1 });
  }
  return clip;
}

/** The whole band on hold: chords, bass, a melody and drums. */
export function holdMusic(options: MusicOptions & { lead: Instrument; backing: Instrument }): RawClip {
  const random = createRandom(options.seed);
  const clip = chords({ ...options, instrument: options.backing, seed: options.seed + 1 });
  addClip(clip, melody({ ...options, instrument: options.lead, seed: options.seed + 2 }), {
    sample: 0,
    gain: random.between(0.3, 1),
  });
  addClip(clip, drums({ ...options, seed: options.seed + 3 }), { sample: 0, gain: random.between(0, 0.8) });
  return soften(clip, 3000, options.rateHz);
}

type NoteOptions = { instrument: Instrument; pitch: number; seconds: number; rateHz: number; random: Random };

/** `pitch` is a MIDI note number, fractions allowed. */
function renderNote({ instrument, pitch, seconds, rateHz, random }: NoteOptions): RawClip {
  const clip = emptyClip(seconds, rateHz);
  const hz = 440 * 2 ** ((pitch - 69) / 12);
  const start = random.next() * 6;
  const { breath = 0, stretch = 0, detuneCents = 0, tremolo } = instrument;
  const detuned = 2 ** (detuneCents / 1200);
  let phase = 0;
  for (let i = 0; i < clip.length; i++) {
    const second = i / rateHz;
    const waver =
      instrument.vibratoCents *
      Math.min(1, second / 0.3) *
      Math.sin(2 * Math.PI * instrument.vibratoHz * second + start);
    const slide = instrument.slideCents * Math.exp(-second / 0.03);
    phase += (2 * Math.PI * hz * 2 ** ((waver - slide) / 1200)) / rateHz;
    let sum = 0;
    for (let k = 0; k < instrument.overtones.length && hz * (k + 1) < rateHz / 2; k++) {
      // Higher overtones of plucked and struck notes die sooner.
      const fall = Math.exp(-instrument.decay * second * (1 + 0.5 * k));
      const turn = phase * (k + 1) * (1 + stretch * k * k);
      sum += instrument.overtones[k]! * fall * Math.sin(turn + k);
      if (detuneCents > 0) sum += instrument.overtones[k]! * fall * Math.sin(turn * detuned + 2 * k);
    }
    if (breath > 0) sum += breath * random.gauss() * Math.exp(-instrument.decay * second);
    if (tremolo) sum *= 1 + tremolo.depth * Math.sin(2 * Math.PI * tremolo.hz * second + start);
    const attack = Math.min(1, (second * 1000) / instrument.attackMs);
    const release = Math.min(1, (seconds - second) / 0.03);
    clip[i] = sum * attack * release;
  }
  return clip;
}

function hit(random: Random, options: { hz: number; q: number; decay: number; rateHz: number }): RawClip {
  const clip = emptyClip(0.25, options.rateHz);
  for (let i = 0; i < clip.length; i++)
    clip[i] = random.gauss() * Math.exp((-options.decay * i) / options.rateHz);
  return resonate(clip, {
    hz: Math.min(options.hz, options.rateHz * 0.45),
    q: options.q,
    rateHz: options.rateHz,
  });
}

function bassDrum(rateHz: number): RawClip {
  let phase = 0;
  return emptyClip(0.2, rateHz).map((_, i) => {
    const second = i / rateHz;
    phase += (2 * Math.PI * (60 + 120 * Math.exp(-second * 40))) / rateHz;
    return Math.sin(phase) * Math.exp(-second * 18);
  });
}

/** Semitones of the major scale. */
const majorScale = [0, 2, 4, 5, 7, 9, 11] as const;
