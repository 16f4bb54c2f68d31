import { addClip, emptyClip, type RawClip, resonate, soften } from './clip.ts';
import { createRandom, type Random } from './random.ts';

export type NoiseOptions = { seconds: number; rateHz: number; seed: number };

/** Hiss of equal power at all frequencies. */
export function whiteNoise({ seconds, rateHz, seed }: NoiseOptions): RawClip {
  const random = createRandom(seed);
  return emptyClip(seconds, rateHz).map(() => random.gauss());
}

/** Noise that falls by 3 dB an octave, nearly: a sum of softened hisses. */
export function pinkNoise(options: NoiseOptions): RawClip {
  const clip = emptyClip(options.seconds, options.rateHz);
  for (const [i, cutoffHz] of [30, 120, 480, 1920].entries()) {
    const layer = soften(whiteNoise({ ...options, seed: options.seed * 7 + i }), cutoffHz, options.rateHz);
    addClip(clip, layer, { sample: 0, gain: Math.sqrt(1920 / cutoffHz) / 2 });
  }
  return clip;
}

/** A car on the road: rumble, and an engine whose speed wanders. */
export function carNoise(options: NoiseOptions): RawClip {
  const { rateHz, seed } = options;
  const random = createRandom(seed);
  const clip = soften(whiteNoise(options), 250, rateHz);
  let phase = 0;
  let hz = random.between(60, 120);
  return clip.map((sample) => {
    hz = Math.min(160, Math.max(50, hz + random.gauss() * 0.02));
    phase += (2 * Math.PI * hz) / rateHz;
    const engine =
      Math.sin(phase) + 0.6 * Math.sin(2 * phase) + 0.4 * Math.sin(4 * phase) + 0.2 * Math.sin(6 * phase);
    return sample + engine * 0.06;
  });
}

/** Mains hum with its overtones, and a little hiss. */
export function mainsHum(options: NoiseOptions): RawClip {
  const random = createRandom(options.seed);
  const hz = random.pick([50, 60]);
  const gains = Array.from({ length: 14 }, (_, i) => random.between(0.2, 1) / (1 + i * 0.4));
  return whiteNoise(options).map((hiss, i) => {
    let sum = hiss * 0.03;
    for (const [k, gain] of gains.entries()) {
      sum += gain * Math.sin((2 * Math.PI * hz * (k + 1) * i) / options.rateHz + k * k);
    }
    return sum;
  });
}

/** Keys of a keyboard: each a click down and a softer one up, through the resonances of a desk. */
export function typing(options: NoiseOptions): RawClip {
  const { seconds, rateHz, seed } = options;
  const random = createRandom(seed);
  const clip = emptyClip(seconds, rateHz);
  for (
    let at = 0.1;
    at < seconds;
    at += random.next() < 0.1 ? random.between(0.4, 0.9) : random.between(0.07, 0.24)
  ) {
    const gain = random.between(0.5, 1);
    addClip(clip, click(random, rateHz), { sample: Math.round(at * rateHz), gain });
    const up = at + random.between(0.05, 0.11);
    addClip(clip, click(random, rateHz), { sample: Math.round(up * rateHz), gain: gain * 0.4 });
  }
  return clip;
}

/** Knocks, thumps and things put down on a table. */
export function thumps(options: NoiseOptions): RawClip {
  const { seconds, rateHz, seed } = options;
  const random = createRandom(seed);
  const clip = emptyClip(seconds, rateHz);
  for (let at = 0.2; at < seconds; at += random.between(0.25, 1.4)) {
    const thump = burst(random, { ms: random.between(60, 180), decay: random.between(25, 60), rateHz });
    resonate(thump, { hz: random.between(120, 700), q: random.between(1.5, 6), rateHz });
    addClip(clip, thump, { sample: Math.round(at * rateHz), gain: random.between(1, 3) });
    addClip(clip, click(random, rateHz), { sample: Math.round(at * rateHz), gain: random.between(0, 0.4) });
  }
  return clip;
}

/** Breathing into the microphone: slow swells of coloured hiss. */
export function breathing(options: NoiseOptions): RawClip {
  const { rateHz, seed } = options;
  const random = createRandom(seed);
  const clip = whiteNoise(options);
  const low = resonate(clip.slice(), { hz: random.between(400, 900), q: 0.8, rateHz });
  const high = resonate(clip.slice(), { hz: random.between(1400, 2600), q: 1.2, rateHz });
  const cycleSeconds = random.between(1.6, 3.2);
  return clip.map((_, i) => {
    const place = (i / rateHz / cycleSeconds) % 1;
    const swell =
      place < 0.35
        ? Math.sin((Math.PI * place) / 0.35)
        : place < 0.55
          ? 0
          : Math.sin((Math.PI * (place - 0.55)) / 0.45) * 0.7;
    return (low[i]! + high[i]! * 0.6) * Math.max(0.01, swell) ** 1.5;
  });
}

/** Coughs: a hard noisy start and a short hoarse tail, every second or so. */
export function coughing(options: NoiseOptions): RawClip {
  const { seconds, rateHz, seed } = options;
  const random = createRandom(seed);
  const clip = emptyClip(seconds, rateHz);
  for (let at = 0.3; at < seconds; at += random.between(0.8, 2)) {
    const cough = burst(random, { ms: 260, decay: random.between(9, 14), rateHz });
    const body = resonate(cough.slice(), { hz: random.between(500, 900), q: 1.5, rateHz });
    resonate(cough, { hz: random.between(1300, 1900), q: 1.5, rateHz });
    addClip(body, cough, { sample: 0, gain: 0.8 });
    addClip(clip, body, { sample: Math.round(at * rateHz), gain: 1 });
  }
  return clip;
}

/** An office without voices: air conditioning, keys, chairs and steps, a far printer. */
export function office(options: NoiseOptions): RawClip {
  const { seconds, rateHz, seed } = options;
  const random = createRandom(seed);
  const clip = soften(pinkNoise(options), 1500, rateHz);
  addClip(clip, typing({ ...options, seed: seed + 1 }), { sample: 0, gain: random.between(0.5, 1.5) });
  addClip(clip, thumps({ ...options, seed: seed + 2 }), { sample: 0, gain: random.between(0.2, 0.8) });
  const printer = whiteNoise({ ...options, seed: seed + 3 });
  resonate(printer, { hz: random.between(900, 2200), q: 3, rateHz });
  const rate = random.between(3, 11);
  for (let i = 0; i < printer.length; i++) {
    const second = i / rateHz;
    const isOn = second % seconds > seconds * 0.4 && second % seconds < seconds * 0.75;
    printer[i]! *= isOn ? 0.5 + 0.5 * Math.sin(2 * Math.PI * rate * second) : 0;
  }
  addClip(clip, printer, { sample: 0, gain: random.between(0.3, 1) });
  return clip;
}

/** Rustling of paper or clothes on the microphone: irregular grains of bright noise. */
export function rustling(options: NoiseOptions): RawClip {
  const { seconds, rateHz, seed } = options;
  const random = createRandom(seed);
  const clip = emptyClip(seconds, rateHz);
  for (
    let at = 0;
    at < seconds;
    at += random.next() < 0.05 ? random.between(0.2, 0.8) : random.between(0.004, 0.05)
  ) {
    const grain = burst(random, { ms: random.between(4, 40), decay: random.between(80, 300), rateHz });
    resonate(grain, { hz: random.between(900, 3400), q: random.between(0.6, 2), rateHz });
    addClip(clip, grain, { sample: Math.round(at * rateHz), gain: random.between(0.1, 1) ** 2 });
  }
  return clip;
}

function click(random: Random, rateHz: number): RawClip {
  const clip = burst(random, { ms: 25, decay: random.between(200, 500), rateHz });
  const body = resonate(clip.slice(), { hz: random.between(300, 1100), q: random.between(2, 5), rateHz });
  resonate(clip, {
    hz: random.between(1500, Math.min(3700, rateHz * 0.45)),
    q: random.between(1, 3),
    rateHz,
  });
  addClip(clip, body, { sample: 0, gain: random.between(0.3, 1) });
  return clip;
}

/** Noise that dies away by `decay` per second, as a power of e. */
function burst(random: Random, options: { ms: number; decay: number; rateHz: number }): RawClip {
  const clip = emptyClip(options.ms / 1000, options.rateHz);
  return clip.map((_, i) => random.gauss() * Math.exp((-options.decay * i) / options.rateHz));
}
