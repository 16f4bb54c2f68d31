import {
  type CallingRules,
  type DialingMode,
  defaultCallingRules,
  defaultCampaignRules,
} from '@parley/contract/campaign-rules';
import type { EndReason } from '@parley/contract/end-reasons';
import type { Database } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { demoAgents } from '../../../start/demo-agents.ts';
import { openTestProduct, registerUser, type TestProduct } from '../../../start/testing-platform.ts';
import { finishCall } from '../../calls/finish-calls.ts';
import type { ClaimedAttempt } from './claim-contacts.ts';
import type { Dialer } from './dialer.ts';
import { placeAttempts } from './place-attempts.ts';
import { runRound } from './run-round.ts';

/** Monday, ten in the morning in New York. */
export const mondayMorning = Date.parse('2026-11-23T15:00:00Z');

export type TestCampaign = { id: string; workspaceId: string; agentId: string };

/** A workspace that dials by hand: the test takes the turns, places the calls and ends them. */
export async function openTestDialer(db: Database, name: string) {
  const product: TestProduct = await openTestProduct(db);
  const { platform, features } = product;
  const { workspaceId } = await registerUser(product, `${name}@example.com`);
  const agentId = await db.transaction((tx) =>
    features.agents.insertReadyAgent(tx, { workspaceId, ...demoAgents.outbound }),
  );
  const numberId = newId('number');
  const digits = String(Math.floor(Math.random() * 1e7)).padStart(7, '0');
  await db.pool.query(
    `insert into phone_numbers (id, workspace_id, e164, name) values ($1, $2, $3, 'Line')`,
    [numberId, workspaceId, `+1512${digits}`],
  );
  const listed = new Set<string>();
  const rules: CallingRules = { ...defaultCallingRules };
  const { clock } = product;
  clock.nowMs = mondayMorning;
  const dialerOf = (processId: string): Dialer => ({
    platform,
    calls: features.calls,
    agents: features.agents,
    doNotCall: { listListed: async () => listed, getRules: async () => rules },
    nowMs: () => clock.nowMs,
    processId,
    teller: { tellChanged: () => undefined, close: () => undefined },
  });
  const dialer = dialerOf('dialer-1');

  return {
    product,
    workspaceId,
    agentId,
    listed,
    rules,
    clock,
    dialer,
    dialerOf,
    /** Forgets all campaigns and calls, and what the test before it changed. */
    async reset(): Promise<void> {
      await db.pool.query('truncate campaigns, contacts, campaign_attempts, campaign_counts, calls cascade');
      listed.clear();
      Object.assign(rules, defaultCallingRules);
      clock.nowMs = mondayMorning;
      product.events.length = 0;
      product.jobs.length = 0;
    },
    /** A running campaign with so many people in New York, or with these numbers. */
    async addCampaign(given: {
      contacts: number | readonly string[];
      mode?: DialingMode;
      rules?: Partial<typeof defaultCampaignRules>;
      timeZone?: string;
    }): Promise<TestCampaign> {
      const id = newId('campaign');
      const campaignRules = {
        ...defaultCampaignRules,
        calls_per_second: 100,
        lines_per_agent: 1,
        ...given.rules,
      };
      await db.pool.query(
        `insert into campaigns (id, workspace_id, name, status, agent_id, dialing_mode, time_zone, start_time, end_time, rules)
         values ($1, $2, 'Spring', 'running', $3, $4, 'America/New_York', '09:00', '17:00', $5)`,
        [id, workspaceId, agentId, given.mode ?? 'power', JSON.stringify(campaignRules)],
      );
      await db.pool.query('insert into campaign_numbers values ($1, $2, 0)', [id, numberId]);
      const phones =
        typeof given.contacts === 'number'
          ? Array.from({ length: given.contacts }, (_, at) => `+12125550${String(100 + at).padStart(3, '0')}`)
          : given.contacts;
      await db.pool.query(
        `insert into contacts (id, campaign_id, workspace_id, phone, time_zone, state, reason, next_at)
         select id, $1, $2, phone, $3, 'waiting', 'not_called_yet', now() - interval '1 minute'
         from unnest($4::text[], $5::text[]) as given (id, phone)`,
        [id, workspaceId, given.timeZone ?? 'America/New_York', phones.map(() => newId('contact')), phones],
      );
      await db.pool.query('insert into campaign_counts (campaign_id, shard, waiting) values ($1, 0, $2)', [
        id,
        phones.length,
      ]);
      return { id, workspaceId, agentId };
    },
    /** Takes a turn of the workspace; the claims are not placed. */
    claim: async (by: Dialer = dialer, room = 1000): Promise<ClaimedAttempt[]> =>
      (await runRound(by, workspaceId, room)).claimed,
    /** Takes a turn and places what it claimed. */
    async dial(): Promise<ClaimedAttempt[]> {
      const { claimed } = await runRound(dialer, workspaceId, 1000);
      await placeAttempts(dialer, claimed);
      return claimed;
    },
    /** Ends the calls of these attempts. */
    async end(attempts: readonly ClaimedAttempt[], endReason: EndReason, isAnswered = false): Promise<void> {
      for (const { id } of attempts) {
        const { rows } = await db.pool.query<{ id: string }>(
          `update calls set answered_at = case when $2 then now() end where attempt_id = $1 returning id`,
          [id, isAnswered],
        );
        await finishCall(platform, rows[0]!.id, endReason);
      }
    },
    /** Lets the time of all retries come. */
    makeDue: async (): Promise<void> => {
      await db.pool.query(
        `update contacts set next_at = now() - interval '1 second' where state = 'waiting'`,
      );
    },
    /** Lets the calls of the last minutes be long ago for rates and limits of the day. */
    ageAttempts: async (): Promise<void> => {
      await db.pool.query(`update campaign_attempts set created_at = created_at - interval '2 days'`);
    },
    async contactsOf(campaign: TestCampaign) {
      const { rows } = await db.pool.query<{
        phone: string;
        state: string;
        reason: string;
        attempts: number;
        next_in_s: number | null;
      }>(
        `select phone, state, reason, attempts, round(extract(epoch from next_at - to_timestamp($2)))::int as next_in_s
         from contacts where campaign_id = $1 order by id`,
        [campaign.id, clock.nowMs / 1000],
      );
      return rows;
    },
    async countsOf(campaign: TestCampaign): Promise<Record<string, number>> {
      const { rows } = await db.pool.query(
        `select sum(waiting)::int as waiting, sum(calling)::int as calling, sum(done)::int as done,
           sum(failed)::int as failed, sum(do_not_call)::int as do_not_call, sum(calls_made)::int as calls_made,
           sum(answered)::int as answered, sum(voicemails)::int as voicemails
         from campaign_counts where campaign_id = $1`,
        [campaign.id],
      );
      return rows[0];
    },
    async statusOf(campaign: TestCampaign): Promise<{ status: string; status_reason: string | null }> {
      const { rows } = await db.pool.query('select status, status_reason from campaigns where id = $1', [
        campaign.id,
      ]);
      return rows[0];
    },
  };
}

export type TestDialer = Awaited<ReturnType<typeof openTestDialer>>;
