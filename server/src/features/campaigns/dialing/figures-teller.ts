import type { LiveFeed } from '../../../platform/live-feed/live-feed.ts';

/** Figures of one campaign are told at most so often. */
const pauseMs = 1_000;

export type FiguresTeller = { tellChanged(workspaceId: string, campaignId: string): void; close(): void };

/**
 * Tells the open screens that figures of a campaign moved: once a second however many calls end, and always after the
 * last of them. The pause lets the transaction in which they moved be over.
 */
export function openFiguresTeller(liveFeed: Pick<LiveFeed, 'tell'>): FiguresTeller {
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    tellChanged(workspaceId, campaignId) {
      if (timers.has(campaignId)) return;
      const timer = setTimeout(() => {
        timers.delete(campaignId);
        liveFeed.tell(workspaceId, { type: 'campaign.changed', campaignId });
      }, pauseMs);
      timer.unref();
      timers.set(campaignId, timer);
    },
    close() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
