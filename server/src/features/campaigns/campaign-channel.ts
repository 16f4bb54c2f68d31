import { sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';

/** Channel on which dial loops hear at once that a campaign has another status, other settings or more contacts. */
export const campaignsChannel = 'campaigns_changed';

export type CampaignChange = { campaignId: string };

/** Tells the dial loops of every process; inside a transaction when it commits. */
export async function tellCampaign(queries: Queries, change: CampaignChange): Promise<void> {
  await queries.execute(sql`select pg_notify(${campaignsChannel}, ${JSON.stringify(change)})`);
}
