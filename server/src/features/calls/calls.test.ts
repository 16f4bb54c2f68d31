import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWav } from '@parley/engine/audio/wav';
import type { CallEvent } from '@parley/engine/interfaces/call-events';
import { soundsLikeVoicemail } from '@parley/engine/screening/hear-voicemail';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import type { AgentForCall } from '../agents/index.ts';
import { CallDesk, type CallsNeeds } from './call-desk.ts';
import { closeLostCalls } from './close-lost-calls.ts';
import { finishCall } from './finish-calls.ts';
import {
  claimQueuedCalls,
  countCalls,
  findCall,
  insertCall,
  listCalls,
  listLostCalls,
  listQueuedCalls,
  listTurns,
  saveHeartbeat,
} from './queries.ts';
import { RunningCall } from './running-call.ts';
import { fakeLeg, newCall, rememberingPlatform } from './testing-calls.ts';
import type { StartCall } from './thread/thread-messages.ts';

const migrations = [new URL('./migrations/', import.meta.url)];
const turn = {
  speaker: 'agent',
  text: 'Hello.',
  startMs: 0,
  endMs: 800.4,
  wasInterrupted: false,
  by: 'speech',
  latency: null,
} as const;

describeOnEachDatabase(
  'Calls',
  (test) => {
    it('are listed newest first, page by page, and counted, per workspace', async () => {
      const { queries } = test.database;
      const ids: string[] = [];
      for (let index = 0; index < 25; index += 1) ids.unshift((await insertCall(queries, newCall())).id);
      await insertCall(queries, newCall({ workspaceId: 'wsp_2' }));
      expect(await countCalls(queries, 'wsp_1')).toBe(25);
      expect(await countCalls(queries, 'wsp_3')).toBe(0);
      const pages = await Promise.all(
        [1, 2, 3].map((page) => listCalls(queries, 'wsp_1', { page, pageSize: 10 })),
      );
      expect(pages.flat().map((row) => row.id)).toEqual(ids);
      expect(await findCall(queries, 'wsp_2', ids[0]!)).toBeUndefined();
    });

    it('that wait for a process are taken by exactly one', async () => {
      const { queries } = test.database;
      const [one, other] = [
        await insertCall(queries, newCall({ processId: null })),
        await insertCall(queries, newCall({ processId: null, workspaceId: 'wsp_2' })),
      ];
      const callIds = [one.id, other.id];
      expect((await listQueuedCalls(queries, { callIds: [other.id], limit: 5 })).map(({ id }) => id)).toEqual(
        [other.id],
      );
      const takers = await Promise.all(
        ['a', 'b', 'c'].map((processId) =>
          claimQueuedCalls(queries, { processId, calls: callIds.map((id) => ({ id, carrier: 'network' })) }),
        ),
      );
      expect(takers.flatMap((taken) => [...taken]).toSorted()).toEqual(callIds.toSorted());
      expect(await findCall(queries, 'wsp_1', one.id)).toMatchObject({
        carrier: 'network',
        processId: expect.stringMatching(/^[abc]$/),
      });
      expect(await listQueuedCalls(queries, { callIds, limit: 5 })).toEqual([]);
    });

    it('of a process whose lease ended are closed with their own reason; those of a live one are not', async () => {
      const { queries } = test.database;
      const { platform } = rememberingPlatform(test.database);
      await saveHeartbeat(queries, 'alive');
      await queries.execute(
        sql`insert into call_processes (id, seen_at) values ('dead', now() - interval '1 minute')`,
      );
      const [lost, kept, unknown] = [
        await insertCall(queries, newCall({ processId: 'dead', state: 'talking' })),
        await insertCall(queries, newCall({ processId: 'alive', state: 'talking' })),
        await insertCall(queries, newCall({ processId: 'never-seen', state: 'ringing' })),
      ];
      await queries.execute(
        sql`update calls set created_at = now() - interval '80 seconds', answered_at = now() - interval '72 seconds' where id = ${lost.id}`,
      );
      const stored: string[] = [];
      const needs = {
        recordings: { store: async ({ callId }: { callId: string }) => void stored.push(callId) },
      } as unknown as CallsNeeds;
      const desk = new CallDesk({ platform, needs, processId: 'me' });
      const spool = join(platform.config.dataDir, 'recording-spool', 'dead');
      mkdirSync(spool, { recursive: true });
      writeFileSync(
        join(spool, `${lost.id}.wav`),
        encodeWav(new Int16Array(1600), { sampleRateHz: 8000, channels: 2 }),
      );
      const recordedAt = new Date(Date.now() - 57_000);
      utimesSync(join(spool, `${lost.id}.wav`), recordedAt, recordedAt);
      writeFileSync(join(spool, 'call_unknown.wav'), 'nothing');

      expect(await closeLostCalls(desk, 15)).toBe(2);
      expect(await findCall(queries, 'wsp_1', lost.id)).toMatchObject({
        state: 'ended',
        endReason: 'process_died',
      });
      // It lasted until it was last recorded, three seconds after the last heartbeat, not until somebody noticed.
      const { answeredAt, endedAt } = (await findCall(queries, 'wsp_1', lost.id))!;
      expect(Math.round((endedAt!.getTime() - answeredAt!.getTime()) / 1000)).toBe(15);
      expect(await findCall(queries, 'wsp_1', unknown.id)).toMatchObject({ endReason: 'process_died' });
      expect(await findCall(queries, 'wsp_1', kept.id)).toMatchObject({ state: 'talking' });
      expect(stored).toEqual([lost.id]);
      expect(await listLostCalls(queries, { ownProcessId: 'me', leaseSeconds: 15 })).toEqual([]);
    });

    it('that nobody took within the lease are lost too, but not before', async () => {
      const { queries } = test.database;
      const row = await insertCall(queries, newCall({ processId: null }));
      const options = { ownProcessId: 'me', leaseSeconds: 15 };
      expect(await listLostCalls(queries, options)).toEqual([]);
      await queries.execute(
        sql`update calls set created_at = now() - interval '20 seconds' where id = ${row.id}`,
      );
      expect((await listLostCalls(queries, options)).map((each) => each.id)).toEqual([row.id]);
    });

    /** A running call whose thread the test speaks for. */
    async function run(threadAnswers: boolean) {
      const { platform, events } = rememberingPlatform(test.database);
      const row = await insertCall(test.database.queries, newCall());
      const leg = fakeLeg();
      const started: StartCall[] = [];
      const ended: string[] = [];
      let isFinished = false;
      const running: RunningCall = new RunningCall({
        platform,
        row,
        agent: {} as AgentForCall,
        setupNote: undefined,
        isVoicemail: soundsLikeVoicemail,
        start: { callId: row.id } as StartCall,
        startInThread: (start) => started.push(start),
        endInThread: (_, endReason) => {
          ended.push(endReason);
          return threadAnswers;
        },
        finish: (endReason) => finishCall(platform, row.id, endReason),
        onFinished: () => {
          isFinished = true;
        },
      });
      running.follow(leg);
      const read = () => findCall(test.database.queries, 'wsp_1', row.id);
      return { row, leg, running, started, ended, events, read, isFinished: () => isFinished };
    }

    it('start when the line is open and keep every turn, whoever ends them', async () => {
      const call = await run(true);
      call.leg.tell({ type: 'ringing' });
      call.leg.tell({ type: 'answered' });
      call.running.onCallEvent({ type: 'turn.committed', turn, atMs: 800 });
      call.leg.tell({ type: 'ended', endReason: 'customer_hung_up' });
      expect(call.ended).toEqual(['customer_hung_up']);
      // The thread winds up: what was heard of the running turn still comes.
      call.running.onCallEvent({
        type: 'turn.committed',
        turn: { ...turn, text: 'And', startMs: 900, endMs: 1000 },
        atMs: 1000,
      });
      call.running.onCallEvent({ type: 'ended', endReason: 'goodbye', atMs: 1000 });
      await call.running.settled();
      expect(call.started).toHaveLength(1);
      expect(await call.read()).toMatchObject({
        state: 'ended',
        endReason: 'customer_hung_up',
        answeredAt: expect.any(Date),
      });
      expect((await listTurns(test.database.queries, [call.row.id])).map((each) => each.text)).toEqual([
        'Hello.',
        'And',
      ]);
      expect(call.events.map((event) => event.type)).toEqual([
        'call.changed',
        'call.changed',
        'call.turn',
        'call.turn',
        'call.changed',
      ]);
      expect(call.isFinished()).toBe(true);
    });

    it('end when a machine answers, but not for what is said later', async () => {
      const message = {
        ...turn,
        speaker: 'customer' as const,
        text: 'Please leave a message after the tone.',
      };
      const opening = await run(false);
      opening.leg.tell({ type: 'answered' });
      opening.running.onCallEvent({ type: 'turn.committed', turn: message, atMs: 800 });
      await opening.running.settled();
      expect(opening.leg.hangUps).toBe(1);
      expect(await opening.read()).toMatchObject({ endReason: 'voicemail', answeredAt: expect.any(Date) });
      expect(await listTurns(test.database.queries, [opening.row.id])).toHaveLength(1);

      const later = await run(false);
      later.leg.tell({ type: 'answered' });
      const said = { ...message, text: 'Hello?' };
      for (const each of [said, said, message])
        later.running.onCallEvent({ type: 'turn.committed', turn: each, atMs: 800 });
      await later.running.settled();
      expect(later.leg.hangUps).toBe(0);
      later.running.end('staff_hung_up');
      await later.running.settled();
    });

    it('that a call assistant answered were screened until it puts them through', async () => {
      const asks =
        'Hi, if you record your name and reason for calling, I will see if this person is available.';
      const note = (kind: 'screened' | 'put_through') =>
        ({ type: 'note', note: { atMs: 800, kind, text: '' }, atMs: 800 }) as const;
      const told = { ...turn, speaker: 'customer' as const, text: asks };
      const endsOf = async (events: readonly CallEvent[]) => {
        const call = await run(false);
        call.leg.tell({ type: 'answered' });
        for (const event of events) call.running.onCallEvent(event);
        call.leg.tell({ type: 'ended', endReason: 'customer_hung_up' });
        await call.running.settled();
        return (await call.read())?.endReason;
      };
      const said = { type: 'turn.committed', turn: told, atMs: 800 } as const;
      expect(await endsOf([said, note('screened')])).toBe('screened');
      expect(await endsOf([said, note('screened'), note('put_through')])).toBe('customer_hung_up');
      // The mailbox that it hands over to comes after its words.
      const mailbox = { ...told, text: 'Please leave a message after the tone.' };
      expect(
        await endsOf([
          ...[said, note('screened'), said, said],
          { type: 'turn.committed', turn: mailbox, atMs: 900 },
        ]),
      ).toBe('voicemail');
    });

    it('hang the line up when the conversation ends first', async () => {
      const call = await run(false);
      call.leg.tell({ type: 'answered' });
      call.running.onCallEvent({ type: 'ended', endReason: 'goodbye', atMs: 10 });
      call.leg.tell({ type: 'ended', endReason: 'staff_hung_up' });
      await call.running.settled();
      expect(call.leg.hangUps).toBe(1);
      expect(await call.read()).toMatchObject({ endReason: 'goodbye' });
    });

    it('that were given up before the line was there hang it up when it comes', async () => {
      const { platform } = rememberingPlatform(test.database);
      const row = await insertCall(test.database.queries, newCall());
      const started: StartCall[] = [];
      const running = new RunningCall({
        platform,
        row,
        agent: {} as AgentForCall,
        setupNote: undefined,
        start: { callId: row.id } as StartCall,
        startInThread: (start) => started.push(start),
        endInThread: () => false,
        finish: (endReason) => finishCall(platform, row.id, endReason),
        onFinished: () => undefined,
      });
      running.end('staff_hung_up');
      const leg = fakeLeg();
      running.follow(leg);
      leg.tell({ type: 'answered' });
      await running.settled();
      expect(leg.hangUps).toBe(1);
      expect(started).toEqual([]);
      expect(await findCall(test.database.queries, 'wsp_1', row.id)).toMatchObject({
        endReason: 'staff_hung_up',
        answeredAt: null,
      });
    });
  },
  { migrations, isEmptiedBeforeEach: true },
);
