import { frameMs } from '../interfaces/clock.ts';

/** A sound on the customer's side, whatever it is: how long ago it began, and how much of that was loud. */
export type Sound = { soundMs: number; loudMs: number };

/**
 * Notices that something stands out of the line's noise, by level alone: faster than anyone can tell a
 * voice from a door. It only makes the agent hold its breath; the voice activity detector decides.
 */
export class SoundOnset {
  /** Of this frame; the object is reused. Zeros while the line is quiet. */
  readonly sound: Sound = { soundMs: 0, loudMs: 0 };
  #floorDbfs = lowestFloorDbfs;
  #quietMs = 0;

  process(levelDbfs: number): Sound {
    const { sound } = this;
    const isLoud = levelDbfs > Math.max(quietestVoiceDbfs, this.#floorDbfs + aboveFloorDb);
    this.#follow(levelDbfs);
    this.#quietMs = isLoud ? 0 : this.#quietMs + frameMs;
    if (sound.soundMs > 0 || isLoud) sound.soundMs += frameMs;
    if (isLoud) sound.loudMs += frameMs;
    if (this.#quietMs >= gapMs) {
      sound.soundMs = 0;
      sound.loudMs = 0;
    }
    return sound;
  }

  /** The floor falls fast and rises slowly: a sentence does not lift it, a fan does within seconds. */
  #follow(levelDbfs: number): void {
    const level = Math.max(lowestFloorDbfs, levelDbfs);
    const difference = level - this.#floorDbfs;
    this.#floorDbfs += difference < 0 ? difference * 0.3 : Math.min(difference, riseDbPerFrame);
  }
}

/** Talkers on the telephone arrive at -10 to -35 dBFS (ITU-T P.56 active level, -15 to -30 dBm0); below is far away. */
const quietestVoiceDbfs = -48;
const aboveFloorDb = 12;
const lowestFloorDbfs = -70;
/** 3 dB a second. */
const riseDbPerFrame = 0.06;
/** The longest silence inside a word: two plosives in a row. */
const gapMs = 200;
