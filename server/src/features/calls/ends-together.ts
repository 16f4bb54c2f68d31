import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../platform/platform.ts';
import { type CallEnd, finishCalls } from './finish-calls.ts';

/** Calls closed in one transaction at most. */
const atOnce = 100;
/** How long the next transaction waits for company; a call that ends alone does not wait. */
const pauseMs = 40;

type Waiting = CallEnd & { resolve: (isClosed: boolean) => void; reject: (error: unknown) => void };

/**
 * Closes calls of one workspace that end at the same time in one transaction: a campaign ends hundreds a second, and
 * most of what an end costs is the same for one and for many. Calls of one workspace never wait for those of another.
 */
export class EndsTogether {
  readonly #platform: Platform;
  /** By workspace, those that wait while a transaction of theirs runs. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Closes the call's row: false when somebody else has. Rejects when it could not be written. */
  finish(workspaceId: string, end: CallEnd): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(workspaceId);
      const own = { ...end, resolve, reject };
      if (waiting) {
        waiting.push(own);
        return;
      }
      this.#waiting.set(workspaceId, [own]);
      void this.#run(workspaceId);
    });
  }

  async #run(workspaceId: string): Promise<void> {
    const waiting = this.#waiting.get(workspaceId)!;
    while (waiting.length > 0) {
      await this.#close(waiting.splice(0, atOnce));
      await sleep(pauseMs);
    }
    this.#waiting.delete(workspaceId);
  }

  async #close(ends: readonly Waiting[]): Promise<void> {
    try {
      const closed = await finishCalls(this.#platform, ends);
      for (const { callId, resolve } of ends) resolve(closed.has(callId));
    } catch (error) {
      if (ends.length === 1) ends[0]!.reject(error);
      // One that cannot be closed keeps no other open.
      else for (const end of ends) await this.#closeAlone(end);
    }
  }

  async #closeAlone(end: Waiting): Promise<void> {
    await finishCalls(this.#platform, [end]).then(
      (closed) => end.resolve(closed.has(end.callId)),
      end.reject,
    );
  }
}
