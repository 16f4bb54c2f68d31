import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { EndsTogether } from './ends-together.ts';
import { finishCall, finishCalls } from './finish-calls.ts';
import { findCall, insertCall, insertTurn, saveCallState } from './queries.ts';
import { newCall, rememberingPlatform } from './testing-calls.ts';

const migrations = [new URL('./migrations/', import.meta.url)];

describeOnEachDatabase(
  'Calls',
  (test) => {
    it('end once: of many enders the first wins, and the news of it is stored with the end', async () => {
      const { platform, jobs, events } = rememberingPlatform(test.database);
      const row = await insertCall(test.database.queries, newCall());
      await saveCallState(test.database.queries, row.id, 'talking');
      const results = await Promise.all(
        (['customer_hung_up', 'goodbye', 'staff_hung_up', 'shut_down'] as const).map((reason) =>
          finishCall(platform, row.id, reason),
        ),
      );
      expect(results.filter(Boolean)).toHaveLength(1);
      expect(jobs).toEqual([{ name: 'calls.analyse', data: { callId: row.id } }]);
      expect(events).toHaveLength(1);
      const ended = await findCall(test.database.queries, 'wsp_1', row.id);
      expect(ended).toMatchObject({
        state: 'ended',
        endReason: expect.any(String),
        endedAt: expect.any(Date),
      });
      expect(await saveCallState(test.database.queries, row.id, 'talking')).toBeUndefined();
    });

    it('that nobody answered are analysed as they end, and only the others later', async () => {
      const { platform, jobs, events } = rememberingPlatform(test.database);
      const { queries } = test.database;
      const told: unknown[] = [];
      for (const type of ['call.ended', 'call.analysed'] as const)
        platform.events.onAll(type, async (_, workspaceId, all) => {
          told.push([type, workspaceId, all.map(({ data }) => data.call.id).toSorted()]);
        });
      const [busy, talked, heard, other] = [
        await insertCall(queries, newCall({ agentName: 'Mia' })),
        await insertCall(queries, newCall()),
        // Its state could not be written, its turn could.
        await insertCall(queries, newCall()),
        await insertCall(queries, newCall({ workspaceId: 'wsp_2' })),
      ];
      await saveCallState(queries, talked.id, 'talking');
      await insertTurn(queries, heard.id, {
        id: 'trn_1',
        speaker: 'agent',
        text: 'Hello.',
        startMs: 0,
        endMs: 900,
        wasInterrupted: false,
        by: 'speech',
        latency: null,
      });
      const closed = await finishCalls(platform, [
        { callId: busy.id, endReason: 'busy' },
        { callId: talked.id, endReason: 'goodbye' },
        { callId: heard.id, endReason: 'media_lost' },
        { callId: other.id, endReason: 'declined' },
        // Whoever comes later finds nothing left to do.
        { callId: busy.id, endReason: 'shut_down' },
      ]);
      expect(closed).toEqual(new Set([busy.id, talked.id, heard.id, other.id]));
      const ended = await findCall(queries, 'wsp_1', busy.id);
      expect(ended).toMatchObject({
        state: 'ended',
        endReason: 'busy',
        disposition: 'not_reached',
        sentiment: 'unknown',
        summary: 'Mia called the customer. Nobody talked. Busy.',
      });
      expect(ended?.analysedAt).toEqual(ended?.endedAt);
      expect(await findCall(queries, 'wsp_1', talked.id)).toMatchObject({
        disposition: null,
        analysedAt: null,
      });
      expect(jobs.map(({ data }) => data)).toEqual(
        expect.arrayContaining([{ callId: talked.id }, { callId: heard.id }]),
      );
      expect(jobs).toHaveLength(2);
      expect(told).toEqual([
        ['call.ended', 'wsp_1', [busy.id, talked.id, heard.id].toSorted()],
        ['call.analysed', 'wsp_1', [busy.id]],
        ['call.ended', 'wsp_2', [other.id]],
        ['call.analysed', 'wsp_2', [other.id]],
      ]);
      expect(events).toHaveLength(4);
      expect(await finishCalls(platform, [{ callId: busy.id, endReason: 'goodbye' }])).toEqual(new Set());
    });

    it('that end together are closed together, and one that cannot be closed keeps no other open', async () => {
      const { platform } = rememberingPlatform(test.database);
      const { queries } = test.database;
      const rows = [];
      for (let index = 0; index < 6; index += 1) rows.push(await insertCall(queries, newCall()));
      const broken = rows[4]!.id;
      const told: number[] = [];
      platform.events.onAll('call.ended', async (_, __, all) => {
        if (all.some(({ data }) => data.call.id === broken)) throw new Error('not counted');
        told.push(all.length);
      });
      const ends = new EndsTogether(platform);
      const finish = (callId: string) => ends.finish('wsp_1', { callId, endReason: 'busy' });
      const closing = rows.slice(0, 3).map(({ id }) => finish(id));
      expect(await Promise.all(closing)).toEqual([true, true, true]);
      // The first did not wait for the others.
      expect(told).toEqual([1, 2]);
      const results = await Promise.allSettled(rows.slice(2).map(({ id }) => finish(id)));
      expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
        false,
        true,
        'failed',
        true,
      ]);
      expect((await findCall(queries, 'wsp_1', broken))?.endedAt).toBeNull();
    });
  },
  { migrations, isEmptiedBeforeEach: true },
);
