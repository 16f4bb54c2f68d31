import { randomUUID } from 'node:crypto';
import type { Platform } from '../../../platform/platform.ts';
import type { CallsFeature } from '../../calls/index.ts';
import { type DialLoop, openDialLoop } from './dial-loop.ts';
import type { DialingNeeds } from './dialer.ts';
import { openFiguresTeller } from './figures-teller.ts';
import { applyAnalyses, finishAttempts } from './finish-attempts.ts';

export type Dialing = {
  /** Begins to dial where this process has the role `dialer`. Call it once calls can be placed. */
  start(calls: CallsFeature): void;
  /** Claims nothing more; what is claimed is placed first. May be called twice. */
  stop(): Promise<void>;
};

/**
 * Dialing: claims the contacts of running campaigns, places their calls and, in the transaction that ends or analyses a
 * call, decides what becomes of the contact. Open it before the calls: none may end unheard.
 */
export function openDialing(platform: Platform, needs: DialingNeeds): Dialing {
  const { events, config } = platform;
  const teller = openFiguresTeller(platform.liveFeed);
  for (const [type, follow] of [
    ['call.ended', finishAttempts],
    ['call.analysed', applyAnalyses],
  ] as const) {
    events.onAll(type, async (tx, workspaceId, told) => {
      const calls = told.map(({ data }) => data.call);
      for (const campaignId of await follow(tx, calls, needs.nowMs()))
        teller.tellChanged(workspaceId, campaignId);
    });
  }
  let loop: DialLoop | undefined;
  let stopped: Promise<void> | undefined;
  return {
    start(calls) {
      if (!config.roles.has('dialer')) return;
      loop = openDialLoop({
        ...needs,
        platform,
        calls,
        teller,
        processId: `dialer-${randomUUID()}`,
        finishAttemptOf: async (workspaceId, callId) => {
          const call = await calls.findFacts(workspaceId, callId);
          if (call) await platform.db.transaction((tx) => finishAttempts(tx, [call], needs.nowMs()));
        },
      });
    },
    stop() {
      stopped ??= (loop?.stop() ?? Promise.resolve()).then(() => teller.close());
      return stopped;
    },
  };
}
