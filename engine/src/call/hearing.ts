import { SoundOnset } from '../turns/sound-onset.ts';
import type { Vad } from '../vad/vad.ts';

/** What was found in 20 ms of the customer's side. The object is reused by the next `process`. */
export type Finding = {
  isVoiced: boolean;
  isSpeech: boolean;
  speechStartedMsAgo: number | null;
  soundMs: number;
  loudMs: number;
};

/** Listens to the customer's side for the turn rules: is there a sound, and is it speech. */
export class Hearing {
  readonly #vad: Vad;
  readonly #onset = new SoundOnset();
  readonly #finding: Finding = {
    isVoiced: false,
    isSpeech: false,
    speechStartedMsAgo: null,
    soundMs: 0,
    loudMs: 0,
  };

  constructor(vad: Vad) {
    this.#vad = vad;
  }

  process(frame: Int16Array): Finding {
    const { isVoiced, isSpeech, speechStartedMsAgo, levelDbfs } = this.#vad.process(frame);
    const { soundMs, loudMs } = this.#onset.process(levelDbfs);
    const finding = this.#finding;
    finding.isVoiced = isVoiced;
    finding.isSpeech = isSpeech;
    // The detector may be sure only at the second syllable; a recogniser needs the first as well.
    finding.speechStartedMsAgo =
      speechStartedMsAgo !== null && soundMs <= longestOnsetMs
        ? Math.max(speechStartedMsAgo, soundMs)
        : speechStartedMsAgo;
    finding.soundMs = soundMs;
    finding.loudMs = loudMs;
    return finding;
  }
}

/** What lasts longer before speech is no part of it, but music or noise. */
const longestOnsetMs = 800;
