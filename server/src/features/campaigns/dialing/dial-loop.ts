import { campaignsChannel } from '../campaign-channel.ts';
import type { ClaimedAttempt } from './claim-contacts.ts';
import type { Dialer } from './dialer.ts';
import { type MendNeeds, mendAttempts } from './mend-attempts.ts';
import { placeAttempts } from './place-attempts.ts';
import { listDialingWorkspaces } from './round-queries.ts';
import { runRound } from './run-round.ts';

/** Pause between turns after one that claimed, while people are due, and while nobody is: a change of status is seen within a second. */
const claimedPauseMs = 50;
const busyPauseMs = 200;
const idlePauseMs = 800;
const mendEveryMs = 2_000;
/** Calls being placed at once by one process. */
const placingMax = 64;

export type DialLoop = {
  /** Claims nothing more and waits until what is claimed is placed. */
  stop(): Promise<void>;
};

/** Dials for all workspaces that have running campaigns, until stopped. Any number of processes may do so side by side. */
export function openDialLoop(dialer: MendNeeds): DialLoop {
  const { platform } = dialer;
  const placing = new Map<Promise<void>, number>();
  const stopping = new AbortController();
  let mendedAtMs = 0;
  /** The last turn could not claim for want of room. */
  let lacksRoom = false;

  const place = (attempts: readonly ClaimedAttempt[]): void => {
    const placed = placeAttempts(dialer, attempts)
      .catch((error: unknown) =>
        platform.log.error('Campaign calls could not be given back; their leases will.', {
          error: String(error),
        }),
      )
      .finally(() => {
        placing.delete(placed);
        if (lacksRoom) wake();
      });
    placing.set(placed, attempts.length);
  };
  const countPlacing = (): number => placing.values().reduce((sum, attempts) => sum + attempts, 0);

  const turn = async (): Promise<number> => {
    if (performance.now() - mendedAtMs > mendEveryMs) {
      mendedAtMs = performance.now();
      await mendAttempts(dialer);
    }
    const workspaceIds = await listDialingWorkspaces(platform.db.queries);
    let pauseMs = idlePauseMs;
    for (const workspaceId of workspaceIds) {
      const room = roomOf(dialer, countPlacing());
      lacksRoom = room <= 0;
      if (lacksRoom || stopping.signal.aborted) return busyPauseMs;
      const { claimed, isIdle } = await runRound(dialer, workspaceId, room);
      if (!isIdle) pauseMs = Math.min(pauseMs, claimed.length > 0 ? claimedPauseMs : busyPauseMs);
      if (claimed.length > 0) place(claimed);
      for (const { campaignId } of claimed) dialer.teller.tellChanged(workspaceId, campaignId);
    }
    return pauseMs;
  };

  let isWoken = false;
  let endPause = (): void => undefined;
  // One that comes during a turn is answered by the next.
  const wake = (): void => {
    isWoken = true;
    endPause();
  };
  const pause = async (pauseMs: number): Promise<void> => {
    if (!isWoken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    isWoken = false;
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      let pauseMs = idlePauseMs;
      try {
        pauseMs = await turn();
      } catch (error) {
        platform.log.error('The dialer could not take its turn and tries again.', { error: String(error) });
      }
      await pause(pauseMs);
    }
  };
  const ran = run();
  // A campaign that was started, or got people, is not left to the next look.
  const listening = platform.db
    .listen(campaignsChannel, () => wake())
    .catch((error: unknown) => {
      platform.log.warn('The dialer hears no changes at once and looks for them.', { error: String(error) });
      return async () => undefined;
    });

  return {
    async stop() {
      stopping.abort();
      wake();
      await (await listening)();
      await ran;
      await Promise.all(placing.keys());
    },
  };
}

/** Calls this process may begin: it places so many at a time, and has so many lines where it has any. */
function roomOf({ platform, calls }: Dialer, placing: number): number {
  const lines = platform.config.roles.has('calls')
    ? platform.config.maxLiveCalls - calls.liveCount() - placing
    : Number.POSITIVE_INFINITY;
  return Math.min(placingMax - placing, lines);
}
