/** What the detector says of one 20 ms frame. The object is reused by the next `process`. */
export type VadDecision = {
  /** This frame belongs to the customer's speech. Endpointing counts from the last such frame. */
  isVoiced: boolean;
  /** Speech is confirmed and goes on; held over the gaps inside and between words. */
  isSpeech: boolean;
  /**
   * On the one frame that confirms speech: how long ago its first voiced frame began, in ms with this frame
   * counted (so that many ms of pre-roll hold the whole onset). Null on all others.
   */
  speechStartedMsAgo: number | null;
  /** Time since the end of the last voiced frame, in ms of media; 0 while voiced, Infinity before the first. */
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
};
