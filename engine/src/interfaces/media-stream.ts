/** Rates a call can run at: narrowband telephony, or wideband (G.722). */
export type CallRateHz = 8000 | 16000;

/** What a media stream reports between two reads, oldest first. */
export type MediaEvent =
  /** One touch-tone of the customer, 0-9 * # A-D, reported once when it ends. */
  | { type: 'digit'; digit: string }
  /** The far end put us on hold, or came back. */
  | { type: 'held' }
  | { type: 'resumed' }
  /** No packet for so long that the far end must be gone. */
  | { type: 'lost' }
  /**
   * A far end that knows its own words (a simulated person) begins to speak them now, for about `durationMs`.
   * Recognisers without ears use it; all others ignore it.
   */
  | { type: 'words'; text: string; durationMs: number }
  /** The far end writes instead of speaking, from now on: it is understood whatever the recogniser can do. */
  | { type: 'writes' }
  /** The customer typed instead of speaking: a whole turn. */
  | { type: 'typed'; text: string };

/**
 * The audio path of one leg. The owner of the 20 ms tick pulls and pushes; nothing here calls back, so
 * a call runs on any clock.
 */
export interface MediaStream {
  readonly sampleRateHz: CallRateHz;
  /**
   * The customer's 20 ms due at this tick, concealed or silent where nothing came. Called once per tick.
   * The array is reused: copy what must outlive the tick.
   */
  read(): Int16Array;
  /** Puts 20 ms of the agent on the wire now. Null: nothing to say (the stream sends silence or nothing). */
  write(frame: Int16Array | null): void;
  /** Plays touch-tones to the customer's side (RFC 4733 events, or tones where the far end takes none). */
  sendDigits(digits: string): void;
  /** Takes the events since the last call. */
  takeEvents(): readonly MediaEvent[];
  /** Frees ports and memory. May be called twice. */
  close(): void;
}
