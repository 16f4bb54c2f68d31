import { type CampaignStatus, campaignCan } from '@parley/contract/campaign-rules';
import { AppError } from '@parley/contract/errors';
import type { Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AuditSource } from '../audit/index.ts';
import { tellCampaign } from './campaign-channel.ts';
import type { CampaignsNeeds } from './index.ts';
import { hasRealContacts, listLiveCallIds, listNumberIds, lockCampaign, saveCampaign } from './queries.ts';
import type { CampaignRow } from './tables.ts';

/**
 * Runs, pauses or stops a campaign, from any status to any other (CAMP-5). `endsCalls`: those on the line are ended too;
 * otherwise they finish. Errors: campaign_not_found, campaign_agent_missing, campaign_number_missing, email_unverified.
 */
export async function updateStatus(
  platform: Platform,
  needs: CampaignsNeeds,
  source: AuditSource,
  given: { campaignId: string; status: CampaignStatus; endsCalls: boolean },
): Promise<void> {
  const { campaignId, status, endsCalls } = given;
  const { workspaceId } = source.identity;
  const live = await platform.db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, workspaceId, campaignId);
    if (campaign === undefined) throw AppError.of('campaign_not_found');
    if (status === 'running') await checkMayRun(needs, tx, source, campaign);
    if (campaignCan.become(campaign.status, status)) {
      // What the breaker remembers is of the time before: who starts it again has seen to it.
      const changes = { status, statusReason: null, finishedAt: null, breaker: null };
      await saveCampaign(tx, campaignId, changes);
    }
    await needs.audit.record(tx, source, {
      action: 'campaign.status-changed',
      subject: { id: campaignId, name: campaign.name },
      changes: [{ field: 'status', before: campaign.status, after: status }],
    });
    await platform.liveFeed.publish(tx, workspaceId, { type: 'campaign.changed', campaignId });
    await tellCampaign(tx, { campaignId });
    return endsCalls && status !== 'running' ? await listLiveCallIds(tx, campaignId) : [];
  });
  if (live.length > 0) await needs.calls().hangUp(platform.db.queries, workspaceId, live);
}

/** What a campaign needs before it may call anybody. */
async function checkMayRun(
  { accounts, agents, numbers }: CampaignsNeeds,
  tx: Transaction,
  { identity }: AuditSource,
  campaign: CampaignRow,
): Promise<void> {
  const { workspaceId, userId } = identity;
  const agentId = campaign.agentId ?? '';
  const agent = (await agents.listAgentNames(tx, workspaceId, [agentId])).get(agentId);
  if (agent?.state !== 'active') throw AppError.of('campaign_agent_missing');
  const numberIds = (await listNumberIds(tx, [campaign.id])).get(campaign.id) ?? [];
  if ((await numbers.listNumbersById(tx, workspaceId, numberIds)).length === 0)
    throw AppError.of('campaign_number_missing');
  // VERIFY-6: people of fiction may be called before.
  if (await hasRealContacts(tx, campaign.id)) await accounts.checkMayCallOutside(tx, { workspaceId, userId });
}
