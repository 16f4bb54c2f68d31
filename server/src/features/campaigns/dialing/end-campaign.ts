import type { CampaignStatusReason } from '@parley/contract/campaign-rules';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';

/**
 * A running campaign ends or pauses by itself, and says why: to the open screens, and by its event to whoever answers
 * it. Nothing happens when it no longer runs.
 */
export async function endCampaign(
  platform: Pick<Platform, 'events' | 'liveFeed'>,
  tx: Transaction,
  { workspaceId, id }: { workspaceId: string; id: string },
  reason: CampaignStatusReason,
): Promise<void> {
  const status = reason === 'finished' ? 'stopped' : 'paused';
  const finishedAt = reason === 'finished' ? sql`now()` : sql`finished_at`;
  const { rows } = await tx.execute<{ name: string }>(sql`
    update campaigns set status = ${status}, status_reason = ${reason}, revision = revision + 1, updated_at = now(),
      finished_at = ${finishedAt}
    where id = ${id} and workspace_id = ${workspaceId} and status = 'running'
    returning name`);
  const [row] = rows;
  if (row === undefined) return;
  const counts = await tx.execute<{ contacts: number; calls_made: number; answered: number }>(sql`
    select coalesce(sum(waiting + calling + done + failed + do_not_call + removed), 0)::float8 as contacts,
      coalesce(sum(calls_made), 0)::float8 as calls_made, coalesce(sum(answered), 0)::float8 as answered
    from campaign_counts where campaign_id = ${id}`);
  await platform.events.publish(tx, workspaceId, {
    type: reason === 'finished' ? 'campaign.finished' : 'campaign.paused',
    data: { campaign: { id, name: row.name, status, status_reason: reason, ...counts.rows[0]! } },
  });
  await platform.liveFeed.publish(tx, workspaceId, { type: 'campaign.changed', campaignId: id });
}
