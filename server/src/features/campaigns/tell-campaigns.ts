import { type CampaignStatusReason, campaignStatusReasonLabels } from '@parley/contract/campaign-rules';
import type { CampaignFacts } from '@parley/contract/workspace-events';
import type { Platform } from '../../platform/platform.ts';
import type { NewNotification, NotificationsFeature } from '../notifications/index.ts';

/** Tells the people of a workspace when a campaign is done, or paused without any of them having paused it. */
export function tellOfCampaigns(
  { events }: Pick<Platform, 'events'>,
  { notifications }: { notifications: Pick<NotificationsFeature, 'notify'> },
): void {
  events.on('campaign.finished', async (tx, workspaceId, { data: { campaign } }) =>
    notifications.notify(tx, aboutFinished(workspaceId, campaign)),
  );
  events.on('campaign.paused', async (tx, workspaceId, { data: { campaign } }) =>
    notifications.notify(tx, aboutPaused(workspaceId, campaign)),
  );
}

function aboutFinished(workspaceId: string, campaign: CampaignFacts): NewNotification {
  const { contacts, calls_made: calls, answered } = campaign;
  return {
    workspaceId,
    kind: 'campaign',
    tone: 'success',
    title: `${campaign.name} is done`,
    text: `${count(contacts, 'person', 'people')} on the list, ${count(calls, 'call', 'calls')} made, ${answered.toLocaleString('en')} answered.`,
    link: '/app/campaigns',
  };
}

function aboutPaused(workspaceId: string, campaign: CampaignFacts): NewNotification {
  const reason: CampaignStatusReason = campaign.status_reason ?? 'breaker';
  return {
    workspaceId,
    kind: 'campaign',
    tone: 'warning',
    title: `${campaign.name} was paused`,
    text: `${campaignStatusReasonLabels[reason]} See to it, then run the campaign again.`,
    link: '/app/campaigns',
    groupKey: `campaign ${campaign.id} ${reason}`,
  };
}

function count(things: number, one: string, many: string): string {
  return `${things.toLocaleString('en')} ${things === 1 ? one : many}`;
}
