import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../platform/db/database.ts';
import { describeOnEachDatabase } from '../../../platform/db/testing.ts';
import { features } from '../../index.ts';
import type { ClaimedAttempt } from './claim-contacts.ts';
import { mendAttempts } from './mend-attempts.ts';
import { placeAttempts } from './place-attempts.ts';
import { mondayMorning, openTestDialer, type TestDialer } from './testing-dialing.ts';

describeOnEachDatabase(
  'Dialing',
  (test) => {
    let db: Database;
    let dialing: TestDialer;
    beforeAll(async () => {
      db = test.database;
      dialing = await openTestDialer(db, 'dialing');
    });
    afterAll(() => dialing.product.close());
    beforeEach(() => dialing.reset());

    const countCalls = async (attempts: readonly ClaimedAttempt[]): Promise<number> => {
      const { rows } = await db.pool.query('select from calls where attempt_id = any($1)', [
        attempts.map(({ id }) => id),
      ]);
      return rows.length;
    };

    it('claims within the limits, stores what was checked, and ties each call to its attempt', async () => {
      const campaign = await dialing.addCampaign({ contacts: 12, rules: { max_live_calls: 5 } });
      const claimed = await dialing.dial();
      expect(claimed).toHaveLength(5);
      expect(await dialing.dial()).toEqual([]);
      expect(await dialing.countsOf(campaign)).toMatchObject({ waiting: 7, calling: 5, calls_made: 5 });
      const { rows } = await db.pool.query(
        `select c.campaign_id, c.contact_id, c.to_number, c.from_number, a.phone, a.state, a.ordinal, a.local_time, a.checks, a.from_number as used
         from campaign_attempts a join calls c on c.id = a.call_id where a.id = $1`,
        [claimed[0]!.id],
      );
      expect(rows[0]).toMatchObject({
        campaign_id: campaign.id,
        contact_id: claimed[0]!.contactId,
        to_number: claimed[0]!.phone,
        from_number: rows[0].used,
        state: 'dialed',
        ordinal: 1,
        local_time: '2026-11-23 10:00',
      });
      expect(rows[0].checks.map(({ check }: { check: string }) => check)).toEqual([
        'Why',
        'Calling hours',
        'Do-not-call list',
        'Consent',
        'Calls today',
        'Number',
      ]);
      expect(rows[0].checks.slice(0, 2).map(({ result }: { result: string }) => result)).toEqual([
        'On the list, and not called before. Attempt 1 of 3 of the campaign Spring',
        'Monday 10:00 in America/New_York, between 09:00 and 17:00; no campaign calls before 08:00 or after 21:00',
      ]);
      // The workspace has its own limit, over all campaigns.
      dialing.rules.max_live_calls = 7;
      await dialing.addCampaign({
        contacts: ['+12125550180', '+12125550181', '+12125550182', '+12125550183'],
      });
      expect(await dialing.dial()).toHaveLength(2);
      expect(await dialing.dial()).toHaveLength(0);
    });

    it('keeps calls per second', async () => {
      await dialing.addCampaign({ contacts: 12, rules: { calls_per_second: 2, max_live_calls: 50 } });
      expect(await dialing.claim()).toHaveLength(2);
      expect(await dialing.claim()).toHaveLength(0);
      await db.pool.query(`update campaign_attempts set created_at = created_at - interval '1.1 seconds'`);
      expect(await dialing.claim()).toHaveLength(2);
    });

    it('[CAMP-4] moves each contact by the end of its call, once, and finishes when nobody is left', async () => {
      const phones = [0, 1, 2, 3].map((at) => `+1212555010${at}`);
      const campaign = await dialing.addCampaign({ contacts: phones, rules: { max_attempts: 2 } });
      const [one, two, three, four] = await dialing.dial();
      await dialing.end([one!], 'goodbye', true);
      await dialing.end([two!], 'busy');
      await dialing.end([three!], 'voicemail', true);
      await dialing.end([four!], 'number_unreachable');
      expect(await dialing.contactsOf(campaign)).toMatchObject([
        { state: 'done', reason: 'talked', next_in_s: null, attempts: 1 },
        { state: 'waiting', reason: 'retry_busy', next_in_s: 30 * 60 },
        { state: 'waiting', reason: 'retry_voicemail', next_in_s: 1440 * 60 },
        { state: 'failed', reason: 'unreachable', next_in_s: null },
      ]);
      expect(await dialing.countsOf(campaign)).toMatchObject({
        waiting: 2,
        calling: 0,
        done: 1,
        failed: 1,
        calls_made: 4,
        answered: 1,
        voicemails: 1,
      });
      // Nobody is due, and the campaign is not done.
      expect(await dialing.dial()).toEqual([]);
      expect(await dialing.statusOf(campaign)).toMatchObject({ status: 'running' });
      await dialing.makeDue();
      const again = await dialing.dial();
      expect(again).toHaveLength(2);
      await dialing.end(again, 'no_answer');
      expect((await dialing.contactsOf(campaign)).map(({ reason }) => reason)).toEqual([
        'talked',
        'no_answer',
        'no_answer',
        'unreachable',
      ]);
      // The talk is not analysed yet, and may still ask for another call.
      await dialing.dial();
      expect(await dialing.statusOf(campaign)).toMatchObject({ status: 'running' });
      await dialing.product.runJobs();
      await dialing.dial();
      expect(await dialing.statusOf(campaign)).toEqual({ status: 'stopped', status_reason: 'finished' });
      expect(dialing.product.events.map(({ event }) => event)).toContainEqual({
        type: 'campaign.changed',
        campaignId: campaign.id,
      });
    });

    it('calls nobody outside their own hours', async () => {
      const campaign = await dialing.addCampaign({
        contacts: ['+13105550101'],
        timeZone: 'America/Los_Angeles',
      });
      // Seven in the morning there.
      expect(await dialing.claim()).toEqual([]);
      dialing.clock.nowMs = mondayMorning + 2 * 3600_000;
      // Another zone the number may lie in is closed already.
      await db.pool.query(`update contacts set other_zones = '["Europe/Paris"]' where campaign_id = $1`, [
        campaign.id,
      ]);
      expect(await dialing.claim()).toEqual([]);
      await db.pool.query(`update contacts set other_zones = '[]' where campaign_id = $1`, [campaign.id]);
      expect(await dialing.claim()).toHaveLength(1);
    });

    it('leaves out who is on the do-not-call list, was called enough today, or talks to another campaign', async () => {
      const [listed, often, busy, free] = [0, 1, 2, 3].map((at) => `+1212555013${at}`) as [
        string,
        string,
        string,
        string,
      ];
      dialing.listed.add(listed);
      dialing.rules.calls_per_day = 1;
      const other = await dialing.addCampaign({ contacts: [often, busy] });
      const before = await dialing.dial();
      await dialing.end(
        before.filter(({ phone }) => phone === often),
        'busy',
      );
      await db.pool.query(`update campaigns set status = 'paused' where id = $1`, [other.id]);
      await db.pool.query('update campaign_attempts set created_at = to_timestamp($1)', [
        mondayMorning / 1000,
      ]);
      const campaign = await dialing.addCampaign({ contacts: [listed, often, busy, free] });
      expect((await dialing.claim()).map(({ phone }) => phone)).toEqual([free]);
      expect(await dialing.contactsOf(campaign)).toMatchObject([
        { state: 'do_not_call', reason: 'on_do_not_call_list' },
        { state: 'waiting', reason: 'daily_limit' },
        { state: 'waiting', reason: 'on_another_call', next_in_s: 300 },
        { state: 'calling', reason: 'on_the_line' },
      ]);
      expect(await dialing.countsOf(campaign)).toMatchObject({ waiting: 2, calling: 1, do_not_call: 1 });
    });

    it('places no call for a campaign that was paused, nor for a contact that was taken off, after the claim', async () => {
      const campaign = await dialing.addCampaign({ contacts: 2 });
      const claimed = await dialing.claim();
      await db.pool.query(`update campaigns set status = 'paused' where id = $1`, [campaign.id]);
      await placeAttempts(dialing.dialer, [claimed[0]!]);
      expect(await countCalls(claimed)).toBe(0);
      await db.pool.query(`update campaigns set status = 'running' where id = $1`, [campaign.id]);
      await db.pool.query(`update contacts set state = 'do_not_call' where id = $1`, [claimed[1]!.contactId]);
      await placeAttempts(dialing.dialer, [claimed[1]!]);
      expect(await countCalls(claimed)).toBe(0);
      expect(await dialing.contactsOf(campaign)).toMatchObject([
        { state: 'waiting', reason: 'not_called_yet', attempts: 0 },
        { state: 'do_not_call' },
      ]);
    });

    it('gives back what a dead process claimed, and lets the process, should it wake, call nobody', async () => {
      const campaign = await dialing.addCampaign({ contacts: 1 });
      const [lost] = await dialing.claim(dialing.dialerOf('dialer-dead'));
      const mend = () => mendAttempts({ ...dialing.dialer, finishAttemptOf: async () => undefined });
      expect(await mend()).toBe(0);
      await db.pool.query(`update campaign_attempts set lease_until = now() - interval '1 ms'`);
      expect(await mend()).toBe(1);
      expect(await dialing.contactsOf(campaign)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
      const [mine] = await dialing.dial();
      await placeAttempts(dialing.dialerOf('dialer-dead'), [lost!]);
      expect(await countCalls([lost!, mine!])).toBe(1);
      expect(await dialing.countsOf(campaign)).toMatchObject({ waiting: 0, calling: 1, calls_made: 1 });
    });

    it('stops dialing when too many calls fail, and pauses at the third time', async () => {
      const campaign = await dialing.addCampaign({ contacts: 30, rules: { max_live_calls: 6 } });
      dialing.clock.nowMs = Date.now();
      dialing.rules.legal_start = '00:00';
      dialing.rules.legal_end = '23:59';
      await db.pool.query(
        `update campaigns set start_time = '00:00', end_time = '23:59', rules = rules || '{"weekdays": [1, 2, 3, 4, 5, 6, 7]}'`,
      );
      await dialing.end(await dialing.dial(), 'carrier_failed');
      expect(await dialing.claim()).toEqual([]);
      const { rows } = await db.pool.query('select breaker from campaigns where id = $1', [campaign.id]);
      expect(rows[0].breaker).toMatchObject({ state: 'open', trips: 1 });
      expect(rows[0].breaker.calls).toHaveLength(6);
      for (const minutes of [1.1, 5.1]) {
        dialing.clock.nowMs += minutes * 60_000;
        const probe = await dialing.dial();
        expect(probe).toHaveLength(1);
        await dialing.end(probe, 'carrier_failed');
        await db.pool.query(`update campaign_attempts set ended_at = to_timestamp($1) where id = $2`, [
          (dialing.clock.nowMs + 1000) / 1000,
          probe[0]!.id,
        ]);
        dialing.clock.nowMs += 2000;
        expect(await dialing.claim()).toEqual([]);
      }
      expect(await dialing.statusOf(campaign)).toEqual({ status: 'paused', status_reason: 'breaker' });
    });

    it('pauses without an agent that works, or without numbers', async () => {
      const one = await dialing.addCampaign({ contacts: 1 });
      await db.pool.query('delete from campaign_numbers where campaign_id = $1', [one.id]);
      await dialing.claim();
      expect(await dialing.statusOf(one)).toEqual({ status: 'paused', status_reason: 'no_number' });
      const two = await dialing.addCampaign({ contacts: 1 });
      await db.pool.query('update campaigns set agent_id = null where id = $1', [two.id]);
      await dialing.claim();
      expect(await dialing.statusOf(two)).toEqual({ status: 'paused', status_reason: 'no_agent' });
    });

    it('begins at its time', async () => {
      const campaign = await dialing.addCampaign({ contacts: 1 });
      await db.pool.query(`update campaigns set start_at = now() + interval '1 hour' where id = $1`, [
        campaign.id,
      ]);
      expect(await dialing.claim()).toEqual([]);
      await db.pool.query(`update campaigns set start_at = now() - interval '1 second' where id = $1`, [
        campaign.id,
      ]);
      expect(await dialing.claim()).toHaveLength(1);
    });

    it('calls back who asks for it, and never again who asks for that', async () => {
      const phones = ['+12125550140', '+12125550141'];
      const campaign = await dialing.addCampaign({ contacts: phones });
      const calls = await dialing.dial();
      await dialing.end(calls, 'goodbye', true);
      for (const [at, words] of ['Please call me back.', 'Never call me again, take me off.'].entries()) {
        await db.pool.query(
          `insert into call_turns (id, call_id, speaker, text, start_ms, end_ms, was_interrupted, by)
           select 'turn_' || id, id, 'customer', $2, 0, 1, false, 'speech' from calls where attempt_id = $1`,
          [calls[at]!.id, words],
        );
      }
      await dialing.product.runJobs();
      expect(await dialing.contactsOf(campaign)).toMatchObject([
        { state: 'waiting', reason: 'callback' },
        { state: 'do_not_call', reason: 'opted_out' },
      ]);
      expect(await dialing.countsOf(campaign)).toMatchObject({
        waiting: 1,
        done: 0,
        do_not_call: 1,
        answered: 2,
      });
    });

    it('never exceeds a limit when several processes take turns at once', async () => {
      if (test.kind === 'embedded') return;
      const campaign = await dialing.addCampaign({
        contacts: 60,
        rules: { max_live_calls: 20, calls_per_second: 15 },
      });
      const others = ['a', 'b', 'c', 'd'].map((name) => dialing.dialerOf(`dialer-${name}`));
      const claims = await Promise.all(
        Array.from({ length: 12 }, (_, at) => dialing.claim(others[at % others.length])),
      );
      const all = claims.flat();
      expect(all).toHaveLength(15);
      expect(new Set(all.map(({ contactId }) => contactId)).size).toBe(15);
      await db.pool.query(`update campaign_attempts set created_at = created_at - interval '1 minute'`);
      const more = await Promise.all(others.map((dialer) => dialing.claim(dialer)));
      expect(more.flat()).toHaveLength(5);
      expect(await dialing.countsOf(campaign)).toMatchObject({ waiting: 40, calling: 20 });
    });
  },
  { migrations: features.map(({ migrations }) => migrations) },
);
