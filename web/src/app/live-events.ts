import type { LiveEvent } from '@parley/contract/live-events';
import type { QueryClient } from '@tanstack/react-query';
import { profileQuery } from '../api/accounts.ts';
import { agentTestsKey } from '../api/agent-tests.ts';
import { agentsKey } from '../api/agents.ts';
import { figuresKey } from '../api/analytics.ts';
import { callKey, callLogsKey } from '../api/calls.ts';
import { campaignsKey, doNotCallKey, keepImportProgress } from '../api/campaign-keys.ts';
import { integrationsKey } from '../api/integrations.ts';
import { knowledgeKey } from '../api/knowledge.ts';
import { advanceLiveCall, type LiveCall, liveCallKey, newLiveCall } from '../api/live-call.ts';
import { notificationsKey } from '../api/notifications.ts';
import { numbersKey } from '../api/numbers.ts';
import { voicesQuery } from '../api/voices.ts';

/** With hundreds of calls a minute log and figures still reload no more often than this. */
const callLogReloadMs = 1_500;
/** With many campaigns at work their figures reload no more often than this. */
const campaignReloadMs = 1_000;

/**
 * Writes live events into the query cache: the one place where the server's news meets what the screens show.
 * Returned is the function to give each event to, and `close`.
 */
export function applyLiveEvents(cache: QueryClient): {
  onEvent: (event: LiveEvent) => void;
  close: () => void;
} {
  let reloadTimer: ReturnType<typeof setTimeout> | undefined;
  const reloadCallLogSoon = () => {
    reloadTimer ??= setTimeout(() => {
      reloadTimer = undefined;
      void cache.invalidateQueries({ queryKey: callLogsKey });
      void cache.invalidateQueries({ queryKey: figuresKey });
    }, callLogReloadMs);
  };

  let campaignTimer: ReturnType<typeof setTimeout> | undefined;
  const reloadCampaignsSoon = () => {
    campaignTimer ??= setTimeout(() => {
      campaignTimer = undefined;
      void cache.invalidateQueries({ queryKey: campaignsKey });
    }, campaignReloadMs);
  };

  const onEvent = (event: LiveEvent): void => {
    switch (event.type) {
      case 'feed.ready':
        return;
      case 'feed.reset':
        void cache.invalidateQueries();
        return;
      case 'numbers.changed':
        void cache.invalidateQueries({ queryKey: numbersKey });
        return;
      case 'voices.changed':
        void cache.invalidateQueries({ queryKey: voicesQuery.queryKey });
        return;
      case 'agent.changed':
        void cache.invalidateQueries({ queryKey: agentsKey });
        return;
      case 'agent-tests.changed':
        void cache.invalidateQueries({ queryKey: [...agentTestsKey, event.agentId] });
        return;
      case 'integrations.changed':
        void cache.invalidateQueries({ queryKey: integrationsKey });
        return;
      case 'campaign.changed':
        reloadCampaignsSoon();
        return;
      case 'campaign.imported':
        keepImportProgress(cache, event);
        if (event.state === 'done' || event.state === 'failed') reloadCampaignsSoon();
        return;
      case 'do-not-call.changed':
        void cache.invalidateQueries({ queryKey: doNotCallKey });
        return;
      case 'knowledge.changed':
        void cache.invalidateQueries({ queryKey: knowledgeKey });
        return;
      case 'notification.added':
        void cache.invalidateQueries({ queryKey: notificationsKey });
        return;
      case 'notifications.read': {
        // Each colleague reads for themselves.
        const profile = cache.getQueryData(profileQuery.queryKey);
        if (profile === undefined || profile.id === event.userId)
          void cache.invalidateQueries({ queryKey: notificationsKey });
        return;
      }
      case 'call.analysed':
      case 'call.recorded':
        void cache.invalidateQueries({ queryKey: callKey(event.callId) });
        reloadCallLogSoon();
        return;
      case 'call.changed':
        advance(cache, event.callId, event);
        void cache.invalidateQueries({ queryKey: callKey(event.callId) });
        reloadCallLogSoon();
        return;
      case 'call.speaking':
      case 'call.partial':
        // Many a second for each running call: kept only for the calls somebody looks at.
        if (isWatched(cache, event.callId)) advance(cache, event.callId, event);
        return;
      case 'call.turn':
      case 'call.note':
        advance(cache, event.callId, event);
        return;
    }
  };
  return {
    onEvent,
    close: () => {
      clearTimeout(reloadTimer);
      clearTimeout(campaignTimer);
    },
  };
}

function advance(cache: QueryClient, callId: string, event: LiveEvent): void {
  cache.setQueryData<LiveCall>(liveCallKey(callId), (call) => advanceLiveCall(call ?? newLiveCall, event));
}

function isWatched(cache: QueryClient, callId: string): boolean {
  return (
    (cache
      .getQueryCache()
      .find({ queryKey: liveCallKey(callId) })
      ?.getObserversCount() ?? 0) > 0
  );
}
