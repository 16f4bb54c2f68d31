import { PowerSpectrum, spectrumSamples } from './fft.ts';
import { PitchFinder } from './pitch.ts';

/** How many numbers describe a frame. */
export const featureCount = 12;

/**
 * Describes each frame by a few numbers, all near 0 to 1, that tell speech from what else a telephone carries:
 * how far above the noise, how periodic, whether the pitch moves, whether the power sits in one or two peaks, and
 * whether the spectrum moves as fast as a mouth does.
 */
export class FrameFeatures {
  readonly values = new Float64Array(featureCount);
  private readonly spectrum = new PowerSpectrum();
  private readonly pitch = new PitchFinder();
  private readonly window = new Float64Array(spectrumSamples);
  private readonly bands = ring(3, bandCount);
  private readonly fine = ring(4, fineBins);
  private readonly levels = new Float64Array(3);
  private slot = 0;
  private lastHz = 0;
  private lastPeak = 0;
  private wasActive = false;

  /** Takes 160 samples at 8 kHz; with `isActive` false it only remembers them and all values are 0. */
  process(frame: Float64Array, level: { isActive: boolean; dbfs: number; floorDbfs: number }): void {
    const { window, values } = this;
    window.copyWithin(0, frame.length);
    window.set(frame, spectrumSamples - frame.length);
    this.pitch.process(frame, level.isActive);
    this.slot = (this.slot + 1) % 12;
    if (!level.isActive) {
      values.fill(0);
      this.bands[this.slot % 3]!.fill(0);
      this.fine[this.slot % 4]!.fill(0);
      this.noteLevel(level.dbfs);
      this.lastHz = 0;
      this.lastPeak = 0;
      this.wasActive = false;
      return;
    }
    const power = this.spectrum.compute(window);
    values[0] = Math.min(1.5, (level.dbfs - level.floorDbfs) / 30);
    values[1] = this.pitch.strength;
    values[2] = this.pitchMovement();
    this.measurePeaks(power);
    values[5] = this.bandMovement(power);
    values[6] = this.fineStability(power);
    this.measureShape(power);
    values[9] = clamp((level.dbfs - this.levels[1]!) / 15);
    values[10] = clamp((level.dbfs - this.levels[0]!) / 15);
    values[11] = this.wasActive ? 1 : 0;
    this.noteLevel(level.dbfs);
    this.wasActive = true;
  }

  private noteLevel(dbfs: number): void {
    this.levels[0] = this.levels[1]!;
    this.levels[1] = dbfs;
  }

  /** Semitones since the last frame, 0 to 1; 1 also where there is no pitch to follow. */
  private pitchMovement(): number {
    const { hz, strength } = this.pitch;
    const movement =
      strength > 0.4 && this.lastHz > 0 ? Math.min(1, Math.abs(Math.log2(hz / this.lastHz)) * 12) : 1;
    this.lastHz = strength > 0.4 ? hz : 0;
    return movement;
  }

  /** Share of power in the two greatest peaks, and how far the greatest moved since the last frame. */
  private measurePeaks(power: Float64Array): void {
    let total = 1e-9;
    let first = lowBin;
    for (let k = lowBin; k < highBin; k++) {
      total += power[k]!;
      if (power[k]! > power[first]!) first = k;
    }
    let second = -1;
    for (let k = lowBin; k < highBin; k++) {
      if (Math.abs(k - first) > 3 && (second < 0 || power[k]! > power[second]!)) second = k;
    }
    const inFirst = peakPower(power, first);
    this.values[3] = Math.min(1, (inFirst + peakPower(power, second)) / total);
    const place = peakPlace(power, first);
    this.values[4] = this.lastPeak > 0 ? Math.min(1, Math.abs(place - this.lastPeak)) : 1;
    this.lastPeak = place;
  }

  /** How much the shape of the spectrum changed in 40 ms: mean difference of band levels, loudness taken out. */
  private bandMovement(power: Float64Array): number {
    const now = this.bands[this.slot % 3]!;
    const then = this.bands[(this.slot + 1) % 3]!;
    let mean = 0;
    for (let band = 0; band < bandCount; band++) {
      let sum = 1e-2;
      for (let k = bandEdges[band]!; k < bandEdges[band + 1]!; k++) sum += power[k]!;
      now[band] = Math.log10(sum);
      mean += now[band]!;
    }
    mean /= bandCount;
    let difference = 0;
    for (let band = 0; band < bandCount; band++) {
      now[band]! -= mean;
      difference += Math.abs(now[band]! - then[band]!);
    }
    return Math.min(1.5, difference / bandCount / 0.6);
  }

  /** Correlation of the fine structure (peaks against their surroundings) with that of 60 ms ago. */
  private fineStability(power: Float64Array): number {
    const now = this.fine[this.slot % 4]!;
    const then = this.fine[(this.slot + 1) % 4]!;
    let around = 0;
    for (let i = -fineReach; i < fineReach; i++) around += roots(power, i);
    let nowPower = 1e-12;
    let thenPower = 1e-12;
    let product = 0;
    const scale = 1 / (2 * fineReach + 1);
    for (let i = 0; i < fineBins; i++) {
      around += roots(power, i + fineReach);
      const value = roots(power, i) - around * scale;
      around -= roots(power, i - fineReach);
      now[i] = value;
      nowPower += value * value;
      thenPower += then[i]! * then[i]!;
      product += value * then[i]!;
    }
    return product / Math.sqrt(nowPower * thenPower);
  }

  /** Flatness (0 for peaks, 1 for hiss), and low against high frequencies. */
  private measureShape(power: Float64Array): void {
    const bands = this.bands[this.slot % 3]!;
    let low = 1e-9;
    let high = 1e-9;
    for (let k = lowBin; k < middleBin; k++) low += power[k]!;
    for (let k = middleBin; k < highBin; k++) high += power[k]!;
    this.values[7] = clamp(Math.log10(low / high) / 3);
    let spread = 0;
    for (let band = 0; band < bandCount; band++) spread += Math.abs(bands[band]!);
    this.values[8] = Math.min(1.5, spread / bandCount);
  }
}

function roots(power: Float64Array, i: number): number {
  return Math.sqrt(Math.sqrt(power[i + lowBin]!));
}

function peakPower(power: Float64Array, k: number): number {
  return power[k - 2]! + power[k - 1]! + power[k]! + power[k + 1]! + power[k + 2]!;
}

/** A peak's place between bins, from the roots of its neighbours. */
function peakPlace(power: Float64Array, k: number): number {
  const before = Math.log(power[k - 1]! + 1e-12);
  const here = Math.log(power[k]! + 1e-12);
  const after = Math.log(power[k + 1]! + 1e-12);
  const bend = before - 2 * here + after;
  return bend < 0 ? k + Math.max(-0.5, Math.min(0.5, (0.5 * (before - after)) / bend)) : k;
}

function clamp(value: number): number {
  return Math.max(-1, Math.min(1, value));
}

function ring(count: number, length: number): Float64Array[] {
  return Array.from({ length: count }, () => new Float64Array(length));
}

/** Bins are 31.25 Hz wide: from 190 to 3500 Hz, what a telephone line carries. */
const lowBin = 6;
const highBin = 112;
/** 1.5 kHz. */
const middleBin = 48;
const fineReach = 4;
/** Up to 2.3 kHz: above it harmonics of a voice are not resolved. */
const fineBins = 68;
/** Nine bands from 190 to 3500 Hz, wider upwards as the ear hears them. */
const bandEdges = [6, 11, 16, 22, 30, 39, 51, 66, 85, 112] as const;
const bandCount = bandEdges.length - 1;
