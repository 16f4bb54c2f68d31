import { SoundOnset } from '../turns/sound-onset.ts';
import type { Vad } from '../vad/vad.ts';

/** What was found in 20 ms of the customer's side. */
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

  constructor(vad: Vad) {
    this.#vad = vad;
  }

  process(frame: Int16Array): Finding {
    const { isVoiced, isSpeech, speechStartedMsAgo, levelDbfs } = this.#vad.process(frame);
    const { soundMs, loudMs } = this.#onset.process(levelDbfs);
    return {
      isVoiced,
      isSpeech,
      // The detector may be sure only at the second syllable; a recogniser needs the first as well.
      speechStartedMsAgo:
        speechStartedMsAgo !== null && soundMs <= longestOnsetMs
          ? Math.max(speechStartedMsAgo, soundMs)
          : speechStartedMsAgo,
      soundMs,
      loudMs,
    };
  }
}

/** What lasts longer before speech is no part of it, but music or noise. */
const longestOnsetMs = 800;
