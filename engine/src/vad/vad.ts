import { frameSamples, levelDbfs } from '../audio/frames.ts';
import { frameMs } from '../interfaces/clock.ts';
import { FrameFeatures } from './features.ts';
import { NoiseGate } from './noise-gate.ts';
import { SpeechClassifier } from './speech-classifier.ts';

/** What the detector says of one 20 ms frame. The object is reused by the next `process`. */
export type VadDecision = {
  /** This frame belongs to confirmed speech: what endpointing counts from. */
  isVoiced: boolean;
  /** Speech is confirmed and goes on; held over the gaps inside and between words. */
  isSpeech: boolean;
  /**
   * On the one frame that confirms speech: how long ago its first voiced frame began, in ms with this frame
   * counted (so that many ms of pre-roll hold the whole onset). Null on all others.
   */
  speechStartedMsAgo: number | null;
  /**
   * Time since the end of the last voiced frame, in ms of media. 0 while voiced, Infinity before the first speech.
   */
  silenceMs: number;
  /** Level of the frame in dBFS, -100 for digital silence. */
  levelDbfs: number;
};

/** One call's detector. It keeps time by the frames it is given: each is 20 ms of media. */
export interface Vad {
  process(frame: Int16Array): VadDecision;
  /** Forgets the line: noise floor, speech and all. */
  reset(): void;
}

export type VadOptions = {
  sampleRateHz: 8000 | 16000;
  /** Without a voiced frame for this long speech is no longer going on; 300 ms unless told. */
  hangoverMs?: number;
};

/**
 * Opens a detector for one line. Two stages: a noise gate that nearly every frame of a silent line ends at, and a
 * classifier for what stands out of the noise, which keeps tones, music, clicks and noise from counting as speech.
 */
export function createVad(options: VadOptions): Vad {
  return new TwoStageVad(options);
}

class TwoStageVad implements Vad {
  private readonly gate = new NoiseGate();
  private readonly features = new FrameFeatures();
  private readonly classifier = new SpeechClassifier();
  private readonly narrow = new Float64Array(frameSamples(8000));
  private readonly isWide: boolean;
  private readonly hangoverMs: number;
  private readonly beforeWide = new Float64Array(halfBandReach * 2);
  private readonly decision: VadDecision = {
    isVoiced: false,
    isSpeech: false,
    speechStartedMsAgo: null,
    silenceMs: Number.POSITIVE_INFINITY,
    levelDbfs: -100,
  };
  /** How sure we are of speech, 0 to `evidenceLimit`. */
  private evidence = 0;
  /** Frames since the first voiced one of what may become speech; -1 when there is none. */
  private startedFrames = -1;

  constructor(options: VadOptions) {
    this.isWide = options.sampleRateHz === 16_000;
    this.hangoverMs = options.hangoverMs ?? 300;
  }

  process(frame: Int16Array): VadDecision {
    const { decision } = this;
    const dbfs = levelDbfs(frame);
    const isActive = this.gate.process(dbfs);
    if (this.isWide) this.halve(frame);
    else for (let i = 0; i < this.narrow.length; i++) this.narrow[i] = (frame[i] ?? 0) * sampleUnit;
    this.features.process(this.narrow, { isActive, dbfs, floorDbfs: this.gate.floorDbfs });
    this.classifier.remember(this.features.values);
    const logOdds = isActive ? this.classifier.judge() : silentLogOdds;
    decision.levelDbfs = dbfs;
    this.weigh(logOdds);
    this.decide(logOdds);
    return decision;
  }

  reset(): void {
    this.gate.reset();
    this.classifier.reset();
    this.evidence = 0;
    this.startedFrames = -1;
    this.decision.isSpeech = false;
    this.decision.silenceMs = Number.POSITIVE_INFINITY;
  }

  private weigh(logOdds: number): void {
    const step = Math.max(-evidenceFall, Math.min(evidenceRise, logOdds * evidencePerLogOdds));
    this.evidence = Math.max(0, Math.min(evidenceLimit, this.evidence + step));
    if (this.startedFrames >= 0) this.startedFrames += 1;
    if (this.evidence === 0) this.startedFrames = -1;
    else if (this.startedFrames < 0) this.startedFrames = 1;
  }

  private decide(logOdds: number): void {
    const { decision } = this;
    decision.speechStartedMsAgo = null;
    if (!decision.isSpeech && this.evidence >= evidenceToConfirm && logOdds > 0) {
      decision.isSpeech = true;
      decision.speechStartedMsAgo = this.startedFrames * frameMs;
    }
    decision.isVoiced = decision.isSpeech && logOdds > voicedLogOdds;
    decision.silenceMs = decision.isVoiced ? 0 : decision.silenceMs + frameMs;
    if (decision.isSpeech && decision.silenceMs >= this.hangoverMs) {
      decision.isSpeech = false;
      this.evidence = 0;
      this.startedFrames = -1;
    }
  }

  /** Brings 16 kHz down to 8 kHz by a short half-band filter: the detector needs no more than 3.5 kHz. */
  private halve(frame: Int16Array): void {
    const { narrow, beforeWide } = this;
    const last = frame.length;
    const at = (i: number) => (i < 0 ? beforeWide[i + beforeWide.length]! : (frame[i] ?? 0));
    for (let i = 0; i < narrow.length; i++) {
      const middle = 2 * i - halfBandReach;
      let sum = 0.5 * at(middle);
      for (let tap = 0; tap < halfBandTaps.length; tap++) {
        sum += halfBandTaps[tap]! * (at(middle - 2 * tap - 1) + at(middle + 2 * tap + 1));
      }
      narrow[i] = sum * sampleUnit;
    }
    for (let i = 0; i < beforeWide.length; i++) beforeWide[i] = frame[last - beforeWide.length + i] ?? 0;
  }
}

const sampleUnit = 1 / 32_768;
/** Every second tap of a half-band filter of length 15 (windowed sinc, Hamming), outwards; the middle is 0.5. */
const halfBandTaps = [0.3069, -0.0732, 0.0199, -0.0036] as const;
const halfBandReach = 7;

/** Inside confirmed speech a frame counts as voiced a little sooner than before it. */
const voicedLogOdds = -0.5;
/** What a frame says that does not stand out of the noise. */
const silentLogOdds = -1.5;
/** Evidence rises by at most one per frame: confirmed after three sure frames or more unsure ones. */
const evidencePerLogOdds = 0.4;
const evidenceRise = 1;
const evidenceFall = 0.6;
const evidenceToConfirm = 3;
const evidenceLimit = 5;
