import type { CallTurn, TurnLatency } from '@parley/contract/calls';

/**
 * Where the time of an answer went. Everything is taken on one clock and told relative to the end of the
 * customer's last voiced frame (of keys and typed turns: to the moment the entry was complete).
 */
export class LatencyLog {
  #lastVoicedMs: number | null = null;
  #lastFinalMs: number | null = null;
  #current: { generation: number; anchorMs: number; latency: TurnLatency } | null = null;

  /** The customer was voiced in the frame that came at this time. */
  markVoiced(nowMs: number): void {
    this.#lastVoicedMs = nowMs;
    this.#lastFinalMs = null;
  }

  markFinal(nowMs: number): void {
    this.#lastFinalMs = nowMs;
  }

  /** The customer's turn was judged over, and a reply is asked for. */
  begin(generation: number, by: CallTurn['by'], nowMs: number): void {
    const isSpeech = by === 'speech' && this.#lastVoicedMs !== null;
    const anchorMs = isSpeech ? this.#lastVoicedMs! : nowMs;
    const finalMs = isSpeech && this.#lastFinalMs !== null ? this.#lastFinalMs - anchorMs : null;
    this.#current = {
      generation,
      anchorMs,
      latency: {
        endpointMs: round(nowMs - anchorMs),
        finalTranscriptMs: finalMs === null ? null : round(finalMs),
        firstTokenMs: null,
        firstAudioMs: null,
        firstFrameMs: null,
      },
    };
  }

  /** Notes a step of this reply; only the first of its kind counts. */
  mark(generation: number, step: 'firstTokenMs' | 'firstAudioMs' | 'firstFrameMs', nowMs: number): void {
    const { latency, anchorMs } = this.#find(generation) ?? {};
    if (latency && anchorMs !== undefined) latency[step] ??= round(nowMs - anchorMs);
  }

  /** The marks of a reply; null for one that answers nobody. */
  read(generation: number): TurnLatency | null {
    return this.#find(generation)?.latency ?? null;
  }

  #find(generation: number): { anchorMs: number; latency: TurnLatency } | null {
    return this.#current?.generation === generation ? this.#current : null;
  }
}

/** Tenths of a millisecond are enough for people to read. */
function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
