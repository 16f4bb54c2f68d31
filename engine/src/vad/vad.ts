import { frameSamples, levelDbfs } from '../audio/frames.ts';
import { frameMs } from '../interfaces/clock.ts';
import { FrameFeatures } from './features.ts';
import { HalfBand } from './half-band.ts';
import { HeldPitch } from './held-pitch.ts';
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
  private readonly heldPitch = new HeldPitch();
  private readonly classifier = new SpeechClassifier();
  private readonly halfBand: HalfBand | null;
  private readonly hangoverMs: number;
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
  /** Frames for which a touch-tone still colours the window. */
  private touchToneFrames = 0;

  constructor(options: VadOptions) {
    this.halfBand = options.sampleRateHz === 16_000 ? new HalfBand(frameSamples(16_000)) : null;
    this.hangoverMs = options.hangoverMs ?? 300;
  }

  process(frame: Int16Array): VadDecision {
    const { decision } = this;
    const dbfs = levelDbfs(frame);
    const isActive = this.gate.process(dbfs);
    if (this.halfBand) this.halfBand.process(frame, narrow, sampleUnit);
    else for (let i = 0; i < narrow.length; i++) narrow[i] = (frame[i] ?? 0) * sampleUnit;
    this.features.process(narrow, { isActive, dbfs, floorDbfs: this.gate.floorDbfs });
    this.heldPitch.process(this.features.pitch);
    if (isActive) this.classifier.remember(this.features.values);
    else this.classifier.rest();
    this.touchToneFrames = this.features.isTouchTone ? touchToneFrames : this.touchToneFrames - 1;
    const isCandidate = isActive && this.touchToneFrames <= 0;
    const logOdds = isCandidate ? this.classifier.judge() : silentLogOdds;
    const standsOut = isCandidate && dbfs - this.gate.floorDbfs > clearDb;
    decision.levelDbfs = dbfs;
    this.weigh(standsOut ? logOdds + clearBonus : logOdds);
    this.decide(logOdds);
    return decision;
  }

  reset(): void {
    this.gate.reset();
    this.classifier.reset();
    this.heldPitch.reset();
    this.evidence = 0;
    this.startedFrames = -1;
    this.touchToneFrames = 0;
    this.decision.isSpeech = false;
    this.decision.silenceMs = Number.POSITIVE_INFINITY;
  }

  private weigh(logOdds: number): void {
    let step = Math.max(-evidenceFall, Math.min(evidenceRise, logOdds * evidencePerLogOdds));
    if (step > 0 && this.heldPitch.heldFrames >= 2) step *= heldPitchShare;
    this.evidence = Math.max(0, Math.min(evidenceLimit, this.evidence + step));
    if (this.startedFrames >= 0) this.startedFrames += 1;
    if (this.evidence === 0) this.startedFrames = -1;
    else if (this.startedFrames < 0) this.startedFrames = 1;
  }

  private decide(logOdds: number): void {
    const { decision } = this;
    decision.speechStartedMsAgo = null;
    const { noteFrames } = this.heldPitch;
    if (noteFrames >= (decision.isSpeech ? notesToRevoke : notesToRefuse)) this.forgetSpeech();
    const wanted = evidenceToConfirm + Math.max(0, noteFrames - freeNoteFrames) * evidencePerNoteFrame;
    if (!decision.isSpeech && this.evidence >= Math.min(evidenceLimit, wanted) && logOdds > 0) {
      decision.isSpeech = true;
      decision.speechStartedMsAgo = this.startedFrames * frameMs;
    }
    decision.isVoiced = decision.isSpeech && logOdds > voicedLogOdds;
    decision.silenceMs = decision.isVoiced ? 0 : decision.silenceMs + frameMs;
    if (decision.isSpeech && decision.silenceMs >= this.hangoverMs) this.forgetSpeech();
  }

  private forgetSpeech(): void {
    this.decision.isSpeech = false;
    this.evidence = 0;
    this.startedFrames = -1;
  }
}

/** The frame at hand at 8 kHz, shared by all lines of a thread (see features.ts). */
const narrow = new Float64Array(frameSamples(8000));
const sampleUnit = 1 / 32_768;
/** Inside confirmed speech a frame counts as voiced a little sooner than before it. */
const voicedLogOdds = -0.5;
/** What a frame says that does not stand out of the noise, or holds a touch-tone. */
const silentLogOdds = -1.5;
const touchToneFrames = 3;
/**
 * Evidence rises by at most one per frame: confirmed after three sure frames or more unsure ones. Chosen between
 * delay and wrong confirmations on the choosing set of docs/benchmarks-vad.md, as are the numbers below.
 */
const evidencePerLogOdds = 0.4;
const evidenceRise = 1;
const evidenceFall = 0.6;
const evidenceToConfirm = 2.5;
const evidenceLimit = 5;
/** A frame this far above the noise is weighed a little in favour of speech: soft onsets are confirmed sooner. */
const clearDb = 18;
const clearBonus = 0.3;
/** What a frame counts for whose pitch has not moved for 40 ms: the onset of a note looks like that of a vowel. */
const heldPitchShare = 0.3;
/** Notes of the last seconds ask for more evidence, then refuse to confirm, then take a confirmation back. */
const freeNoteFrames = 4;
const evidencePerNoteFrame = 0.4;
const notesToRefuse = 10;
const notesToRevoke = 25;
