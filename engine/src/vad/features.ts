import { columnsHz, rowsHz } from '../audio/tones.ts';
import { PowerSpectrum, spectrumSamples } from './fft.ts';
import { PitchFinder } from './pitch.ts';

/** How many numbers describe a frame. */
export const featureCount = 18;

/**
 * Describes each frame by a few numbers, all near 0 to 1, that tell speech from what else a telephone carries:
 * how far above the noise, how periodic, whether the pitch moves, whether the power sits in one or two peaks, and
 * whether the spectrum moves as fast as a mouth does.
 */
export class FrameFeatures {
  readonly values = new Float64Array(featureCount);
  /** The two greatest peaks are those of a touch-tone, and little else is there. */
  isTouchTone = false;
  readonly pitch = new PitchFinder();
  /** What the next spectrum looks at before the next frame. */
  private readonly past = new Float32Array(pastSamples);
  private readonly bands = ring(3, bandCount);
  private readonly fine = ring(6, fineBins);
  private readonly levels = new Float64Array(3);
  /** Semitones of the last frames, 0 where there was no pitch. */
  private readonly pitches = new Float64Array(noteFrames);
  private heldFrames = 0;
  private slot = 0;
  private lastHz = 0;
  private lastPeak = 0;
  private wasActive = false;
  /** Frames without activity in a row, counted up to where all rings are empty. */
  private restedFrames = 0;

  /** Takes 160 samples at 8 kHz; with `isActive` false it only remembers them and all values are 0. */
  process(frame: Float64Array, level: { isActive: boolean; dbfs: number; floorDbfs: number }): void {
    const { values } = this;
    this.takeWindow(frame, level.isActive);
    this.pitch.process(frame, level.isActive);
    this.slot = (this.slot + 1) % 12;
    if (!level.isActive) {
      this.isTouchTone = false;
      this.noteLevel(level.dbfs);
      if (this.restedFrames > ringFrames) return;
      // After a while of silence all of them are zeros.
      this.restedFrames += 1;
      values.fill(0);
      this.bands[this.slot % 3]!.fill(0);
      this.fine[this.slot % 6]!.fill(0);
      this.lastHz = 0;
      this.lastPeak = 0;
      this.pitches.fill(0);
      this.heldFrames = 0;
      this.wasActive = false;
      return;
    }
    this.restedFrames = 0;
    const power = spectrum.compute(window);
    values[0] = Math.min(1.5, (level.dbfs - level.floorDbfs) / 30);
    values[1] = this.pitch.strength;
    values[2] = this.pitchMovement();
    this.measureSteadiness();
    this.measurePeaks(power);
    values[5] = this.bandMovement(power);
    this.measureFineStructure(power);
    this.measureShape(power);
    values[9] = clamp((level.dbfs - this.levels[1]!) / 15);
    values[10] = clamp((level.dbfs - this.levels[0]!) / 15);
    values[11] = this.wasActive ? 1 : 0;
    this.noteLevel(level.dbfs);
    this.wasActive = true;
  }

  /**
   * Lays out what the spectrum looks at, and keeps its end for the next frame. Short moves are loops here and elsewhere on
   * the way of a frame: `copyWithin`, `set` and `fill` leave compiled code, which costs more than the move.
   */
  private takeWindow(frame: Float64Array, isActive: boolean): void {
    const { past } = this;
    if (isActive) {
      for (let i = 0; i < pastSamples; i++) window[i] = past[i]!;
      for (let i = 0; i < frame.length; i++) window[pastSamples + i] = frame[i]!;
    }
    const from = frame.length - pastSamples;
    for (let i = 0; i < pastSamples; i++) past[i] = frame[from + i]!;
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

  /**
   * Range of the pitch over 100 ms, 0 to 1 semitone, 1 also where a frame has none; and how long it has been held
   * within a fifth of one, 0 to 300 ms. A note stays where it is, a voice glides.
   */
  private measureSteadiness(): void {
    const { pitches, values } = this;
    for (let i = 1; i < noteFrames; i++) pitches[i - 1] = pitches[i]!;
    pitches[noteFrames - 1] = this.lastHz > 0 ? Math.log2(this.lastHz) * 12 : 0;
    let lowest = pitches[0]!;
    let highest = lowest;
    for (let i = 1; i < noteFrames; i++) {
      const pitch = pitches[i]!;
      if (pitch < lowest) lowest = pitch;
      if (pitch > highest) highest = pitch;
    }
    values[16] = lowest > 0 ? Math.min(1, highest - lowest) : 1;
    this.heldFrames = values[2]! < heldSemitones ? Math.min(heldLimit, this.heldFrames + 1) : 0;
    values[17] = this.heldFrames / heldLimit;
  }

  /**
   * Share of power in the two greatest peaks, how far the greatest moved since the last frame, how much weaker the
   * third and fifth are, and how many stand within 20 dB: tones have few, a voice has a row of harmonics.
   */
  private measurePeaks(power: Float64Array): void {
    const { values } = this;
    let total = 1e-9;
    let count = 0;
    for (let k = lowBin; k < highBin; k++) {
      const here = power[k]!;
      total += here;
      if (here > power[k - 1]! && here >= power[k + 1]!) peaks[count++] = k;
    }
    this.sortPeaks(power, count);
    const first = peaks[0]!;
    const firstPower = power[first]! + 1e-12;
    const inSecond = count > 1 ? peakPower(power, peaks[1]!) : 0;
    values[3] = Math.min(1, (peakPower(power, first) + inSecond) / total);
    const place = peakPlace(power, first);
    values[4] = this.lastPeak > 0 ? Math.min(1, Math.abs(place - this.lastPeak)) : 1;
    this.lastPeak = place;
    values[12] = count > 2 ? Math.min(1, -Math.log10(power[peaks[2]!]! / firstPower + 1e-4) / 3) : 1;
    values[13] = count > 4 ? Math.min(1, -Math.log10(power[peaks[4]!]! / firstPower + 1e-4) / 3) : 1;
    this.isTouchTone = count > 1 && values[3]! > 0.75 && areTouchTone(place, peakPlace(power, peaks[1]!));
    let near = 0;
    for (let i = 0; i < count; i++) if (power[peaks[i]!]! > firstPower * 0.01) near += 1;
    values[14] = Math.min(1, near / 16);
  }

  /** Brings the five greatest peaks to the front. */
  private sortPeaks(power: Float64Array, count: number): void {
    if (count === 0) peaks[0] = lowBin;
    for (let place = 0; place < 5 && place < count; place++) {
      let best = place;
      for (let i = place + 1; i < count; i++) if (power[peaks[i]!]! > power[peaks[best]!]!) best = i;
      const peak = peaks[best]!;
      peaks[best] = peaks[place]!;
      peaks[place] = peak;
    }
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

  /** Correlation of the fine structure (peaks against their surroundings) with that of 60 and 100 ms ago. */
  private measureFineStructure(power: Float64Array): void {
    for (let k = lowBin - fineReach; k < lowBin + fineBins + fineReach; k++) {
      roots[k] = Math.sqrt(Math.sqrt(power[k]!));
    }
    const now = this.fine[this.slot % 6]!;
    const then = this.fine[(this.slot + 3) % 6]!;
    const before = this.fine[(this.slot + 1) % 6]!;
    let around = 0;
    for (let k = lowBin - fineReach; k < lowBin + fineReach; k++) around += roots[k]!;
    let nowPower = 1e-12;
    let thenPower = 1e-12;
    let beforePower = 1e-12;
    let thenProduct = 0;
    let beforeProduct = 0;
    for (let i = 0; i < fineBins; i++) {
      const k = i + lowBin;
      around += roots[k + fineReach]!;
      const value = roots[k]! - around / (2 * fineReach + 1);
      around -= roots[k - fineReach]!;
      now[i] = value;
      nowPower += value * value;
      thenPower += then[i]! * then[i]!;
      beforePower += before[i]! * before[i]!;
      thenProduct += value * then[i]!;
      beforeProduct += value * before[i]!;
    }
    this.values[6] = thenProduct / Math.sqrt(nowPower * thenPower);
    this.values[15] = beforeProduct / Math.sqrt(nowPower * beforePower);
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

function areTouchTone(onePlace: number, otherPlace: number): boolean {
  const lowHz = Math.min(onePlace, otherPlace) * binHz;
  const highHz = Math.max(onePlace, otherPlace) * binHz;
  return isNearOneOf(rowsHz, lowHz) && isNearOneOf(columnsHz, highHz);
}

/** Within 1.8 %, which receivers must accept (ITU-T Q.24: 1.5 % plus 2 Hz). */
function isNearOneOf(frequenciesHz: readonly number[], hz: number): boolean {
  for (const wanted of frequenciesHz) if (Math.abs(hz - wanted) < wanted * 0.018) return true;
  return false;
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

function ring(count: number, length: number): Float32Array[] {
  return Array.from({ length: count }, () => new Float32Array(length));
}

/** The longest of the rings. */
const ringFrames = 6;
/** 100 ms: the shortest notes, and longer than most voices keep a pitch. */
const noteFrames = 5;
const heldSemitones = 0.2;
const heldLimit = 15;
const binHz = 31.25;
/** In bins: from 190 to 3500 Hz, what a telephone line carries. */
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
/** Of the samples a spectrum looks at, those before the newest frame. */
const pastSamples = spectrumSamples - 160;

/**
 * What only one frame needs is shared by all lines of a thread, and lines keep half the precision: hundreds of them take
 * turns, and what is large has left the processor's cache when its turn comes.
 */
const spectrum = new PowerSpectrum();
const window = new Float64Array(spectrumSamples);
const roots = new Float64Array(highBin + 1);
const peaks = new Uint8Array(highBin);
