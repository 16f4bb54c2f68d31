import type { CallTurn, TurnLatency } from '@parley/contract/calls';
import { frameMs } from '../interfaces/clock.ts';

/** A turn before it has an id. */
export type TurnToCommit = Omit<CallTurn, 'id'>;

/**
 * Keeps when each side was heard, by position in the recording, and makes turns of it. The agent's text is
 * what was heard, so a reply that never sounded makes no turn.
 */
export class Transcript {
  #reply: { generation: number; startMs: number; endMs: number } | null = null;
  #heardGeneration: number | null = null;

  /** A frame of this reply went out; `atMs` is the position at its end. */
  markAgentFrame(generation: number, atMs: number): void {
    this.#heardGeneration = generation;
    if (this.#reply?.generation === generation) this.#reply.endMs = atMs;
    else this.#reply = { generation, startMs: Math.max(0, atMs - frameMs), endMs: atMs };
  }

  /** Which reply was heard since this was last asked. */
  takeHeardGeneration(): number | null {
    const generation = this.#heardGeneration;
    this.#heardGeneration = null;
    return generation;
  }

  /** The turn of a reply that is over, or null when nothing of it was heard. */
  closeReply(reply: {
    generation: number;
    heardText: string;
    wasInterrupted: boolean;
    latency: TurnLatency | null;
  }): TurnToCommit | null {
    const times = this.#reply;
    if (times?.generation !== reply.generation || reply.heardText === '') return null;
    this.#reply = null;
    return {
      speaker: 'agent',
      text: reply.heardText,
      startMs: times.startMs,
      endMs: times.endMs,
      wasInterrupted: reply.wasInterrupted,
      by: 'speech',
      latency: reply.latency,
    };
  }

  /** A turn of the customer. */
  closeCustomer(turn: Pick<CallTurn, 'text' | 'by' | 'startMs' | 'endMs'>): TurnToCommit {
    return { ...turn, speaker: 'customer', wasInterrupted: false, latency: null };
  }
}
