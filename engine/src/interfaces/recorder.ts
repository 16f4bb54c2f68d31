/**
 * Keeps both sides of a call. It is given both frames of every tick, so the channels cannot drift apart.
 * Frames are reused by the caller: copy. Null is 20 ms of silence.
 */
export interface Recorder {
  write(agent: Int16Array | null, customer: Int16Array | null): void;
  close(): void;
}
