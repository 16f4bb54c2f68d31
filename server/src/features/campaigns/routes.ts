import { type Campaign, campaignRoutes } from '@parley/contract/campaigns';
import { AppError } from '@parley/contract/errors';
import type { Platform } from '../../platform/platform.ts';
import { tellCampaign } from './campaign-channel.ts';
import { localTimeOf, momentOf } from './dialing/calling-hours.ts';
import { checkFlight } from './flight-check.ts';
import { listLastImports } from './import-queries.ts';
import type { CampaignsNeeds } from './index.ts';
import { listViews } from './list-views.ts';
import {
  countCallsMade,
  countCampaigns,
  countContacts,
  listCampaigns,
  lockCampaign,
  saveCampaign,
} from './queries.ts';
import { addFile, changeCampaign, checkMapping, createCampaign, getCampaign } from './save-campaign.ts';
import { tryCalls } from './try-calls.ts';
import { updateStatus } from './update-status.ts';

/** Job that deletes the contacts of a deleted campaign. */
export const deleteCampaignJob = 'campaigns.delete';

/** Mounts the calls about campaigns. */
export function mountCampaignRoutes(platform: Platform, needs: CampaignsNeeds): void {
  const { db, http, jobs, liveFeed } = platform;
  const { audit, nowMs } = needs;

  const getView = async (workspaceId: string, campaignId: string): Promise<{ campaign: Campaign }> => {
    const row = await getCampaign(platform, workspaceId, campaignId);
    const [campaign] = await listViews(db.queries, needs, workspaceId, [row]);
    return { campaign: campaign! };
  };

  http.mount(campaignRoutes.list, async (_input, { identity }) => {
    const { workspaceId } = identity;
    const rows = await listCampaigns(db.queries, workspaceId);
    return { campaigns: await listViews(db.queries, needs, workspaceId, rows) };
  });

  http.mount(campaignRoutes.overview, async ({ query }, { identity }) => {
    const { workspaceId } = identity;
    const zone = query.time_zone ?? 'UTC';
    const midnight = momentOf(zone, localTimeOf(zone, nowMs()).date, '00:00');
    const [campaigns, contacts, calls] = await Promise.all([
      countCampaigns(db.queries, workspaceId),
      countContacts(db.queries, workspaceId),
      countCallsMade(db.queries, workspaceId, new Date(midnight)),
    ]);
    return {
      total_campaigns: campaigns.total,
      active_campaigns: campaigns.running,
      total_contacts: contacts,
      calls_made_today: calls,
    };
  });

  http.mount(campaignRoutes.create, async ({ body }, context) =>
    getView(context.identity.workspaceId, await createCampaign(platform, needs, context, body)),
  );

  http.mount(campaignRoutes.updateStatus, async ({ body }, context) => {
    const { campaign_id: campaignId, status, running_calls: runningCalls } = body;
    await updateStatus(platform, needs, context, { campaignId, status, endsCalls: runningCalls === 'end' });
    return { success: true as const, ...(await getView(context.identity.workspaceId, campaignId)) };
  });

  http.mount(campaignRoutes.get, async ({ params }, { identity }) =>
    getView(identity.workspaceId, params.id),
  );

  http.mount(campaignRoutes.save, async ({ params, body }, context) => {
    await changeCampaign(platform, needs, context, { campaignId: params.id, given: body });
    return await getView(context.identity.workspaceId, params.id);
  });

  http.mount(campaignRoutes.remove, async ({ params }, context) => {
    const { workspaceId } = context.identity;
    await db.transaction(async (tx) => {
      const campaign = await lockCampaign(tx, workspaceId, params.id);
      if (campaign === undefined) throw AppError.of('campaign_not_found');
      await saveCampaign(tx, campaign.id, { status: 'stopped', deletedAt: new Date(nowMs()) });
      await jobs.enqueue(tx, deleteCampaignJob, { campaignId: campaign.id });
      await audit.record(tx, context, {
        action: 'campaign.deleted',
        subject: { id: campaign.id, name: campaign.name },
      });
      await liveFeed.publish(tx, workspaceId, { type: 'campaign.changed', campaignId: campaign.id });
      await tellCampaign(tx, { campaignId: campaign.id });
    });
    return { success: true as const, message: 'Campaign deleted successfully' };
  });

  http.mount(campaignRoutes.addFile, async ({ params, body }, context) => {
    const { workspaceId } = context.identity;
    checkMapping(body);
    await db.transaction(async (tx) => {
      const campaign = await lockCampaign(tx, workspaceId, params.id);
      if (campaign === undefined) throw AppError.of('campaign_not_found');
      const last = (await listLastImports(tx, [campaign.id])).get(campaign.id);
      if (last?.state === 'waiting' || last?.state === 'reading') throw AppError.of('campaign_import_runs');
      const fileName = await addFile(platform, needs, tx, { campaign, file: body });
      await audit.record(tx, context, {
        action: 'campaign.file-added',
        subject: { id: campaign.id, name: campaign.name },
        changes: [{ field: 'file', before: null, after: fileName }],
      });
      await liveFeed.publish(tx, workspaceId, { type: 'campaign.changed', campaignId: campaign.id });
    });
    return await getView(workspaceId, params.id);
  });

  http.mount(campaignRoutes.flightCheck, async ({ params }, { identity }) =>
    checkFlight(platform, needs, await getCampaign(platform, identity.workspaceId, params.id)),
  );

  http.mount(campaignRoutes.tryCalls, async ({ params }, context) => ({
    calls: await tryCalls(platform, needs, context, params.id),
  }));
}
