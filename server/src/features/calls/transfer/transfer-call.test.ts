import type { LegEvent } from '@parley/carriers/carrier';
import type { CallLeg } from '@parley/contract/calls';
import type { BriefingEnd } from '@parley/engine/handover/briefing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { describeOnEachDatabase } from '../../../platform/db/testing.ts';
import type { TransferPlan } from '../../functions/index.ts';
import { analyseCall } from '../analyse-call.ts';
import type { CallsNeeds } from '../call-desk.ts';
import { findCall, insertTurn, listNotes } from '../queries.ts';
import { openTransfer, plan } from './testing-transfers.ts';

afterEach(() => vi.restoreAllMocks());

describeOnEachDatabase(
  'A transfer',
  (test) => {
    const open = (options?: Parameters<typeof openTransfer>[1]) => openTransfer(test.database, options);

    it.each<[string, LegEvent, CallLeg['outcome']]>([
      ['nobody answers', { type: 'ended', endReason: 'no_answer' }, 'no_answer'],
      ['the line is busy', { type: 'ended', endReason: 'busy' }, 'busy'],
      ['it is declined', { type: 'ended', endReason: 'declined' }, 'declined'],
      ['the carrier fails', { type: 'ended', endReason: 'carrier_failed' }, 'failed'],
      ['the number is none', { type: 'ended', endReason: 'number_unreachable' }, 'unreachable'],
    ])('brings the customer back to the agent where %s', async (_what, event, outcome) => {
      const call = await open();
      const handed = call.hand();
      await call.tell(event);
      const { result, endReason } = await handed;
      expect(endReason).toBeUndefined();
      expect(result).toContain('Do not claim that they were connected.');
      expect(await call.legs()).toMatchObject([
        { outcome, method: 'join', isWarm: false, connectedAt: null, endedAt: expect.any(Date) },
      ]);
      expect(call.orders.map((each) => each.do)).toEqual(['hold', 'hold']);
      await call.running.settled();
      expect((await listNotes(call.queries, call.row.id)).map(({ kind }) => kind)).toEqual([
        'transfer',
        'transfer',
      ]);
    });

    it('[FUNC-2] cold joins the lines at once, shows the agent’s number, and ends as transferred', async () => {
      const call = await open();
      const handed = call.hand();
      await call.tell({ type: 'ringing' });
      await call.tell({ type: 'answered' });
      await call.connected();
      call.passTime();
      await call.tell({ type: 'ended', endReason: 'customer_hung_up' });
      expect(await handed).toMatchObject({ endReason: 'transferred' });
      expect(call.placed).toEqual([{ fromNumber: call.row.fromNumber, toNumber: plan.number }]);
      expect(call.orders.map((each) => each.do)).toEqual(['hold', 'join']);
      // The engine ends on hearing of it; then the record says so, and analysis counts it.
      call.running.onCallEvent({ type: 'ended', endReason: 'transferred', atMs: 70_000 });
      await call.running.settled();
      const needs = { connections: {}, functions: { hasBooked: async () => false } } as unknown as CallsNeeds;
      await analyseCall(call.platform, needs, call.row.id);
      expect(await findCall(call.queries, 'wsp_1', call.row.id)).toMatchObject({
        endReason: 'transferred',
        disposition: 'transferred',
      });
      expect(await call.legs()).toMatchObject([{ outcome: 'connected' }]);
    });

    it('[FUNC-2] warm tells the person what it is about, and joins only when they take it', async () => {
      const call = await open();
      await insertTurn(call.queries, call.row.id, {
        id: 'turn_1',
        speaker: 'customer',
        text: 'My invoice of March is wrong.',
        startMs: 0,
        endMs: 900,
        wasInterrupted: false,
        by: 'speech',
        latency: null,
      });
      const handed = call.hand({ isWarm: true, showsCustomer: true });
      await call.tell({ type: 'answered' });
      const order = await call.ordered('brief');
      expect(order).toMatchObject({ text: expect.stringContaining('My invoice of March is wrong.') });
      expect(call.running.isHandedOver).toBe(false);
      await call.brief('taken');
      await call.connected();
      expect(call.running.isHandedOver).toBe(true);
      await call.tell({ type: 'ended', endReason: 'customer_hung_up' });
      expect(await handed).toMatchObject({ endReason: 'transferred' });
      // The customer's own number is shown, and the thread has joined by itself.
      expect(call.placed[0]?.fromNumber).toBe(call.row.toNumber);
      expect(call.orders.map((each) => each.do)).toEqual(['hold', 'brief']);
    });

    it.each<[BriefingEnd, CallLeg['outcome']]>([
      ['declined', 'declined'],
      ['machine', 'voicemail'],
      ['not_taken', 'no_answer'],
    ])('warm that is %s leaves the customer with the agent and the person alone', async (end, outcome) => {
      const call = await open();
      const handed = call.hand({ isWarm: true });
      await call.tell({ type: 'answered' });
      await call.brief(end);
      expect((await handed).endReason).toBeUndefined();
      expect(await call.legs()).toMatchObject([{ outcome, isWarm: true }]);
      expect(call.person.hangUps).toBeGreaterThan(0);
    });

    it('warm in which the person hangs up while they are told is no transfer', async () => {
      const call = await open();
      const handed = call.hand({ isWarm: true });
      await call.tell({ type: 'answered' });
      await call.ordered('brief');
      await call.tell({ type: 'ended', endReason: 'customer_hung_up' });
      expect((await handed).endReason).toBeUndefined();
      expect(await call.legs()).toMatchObject([{ outcome: 'declined' }]);
    });

    it.each<[string, boolean, LegEvent]>([
      ['the line fails', true, { type: 'ended', endReason: 'media_lost' }],
      ['the person leaves at once', false, { type: 'ended', endReason: 'customer_hung_up' }],
    ])('brings the customer back where they were connected and %s', async (_what, isLater, event) => {
      const call = await open();
      const handed = call.hand();
      await call.tell({ type: 'answered' });
      await call.connected();
      if (isLater) call.passTime();
      await call.tell(event);
      expect(await handed).toEqual({ result: expect.stringContaining('was lost') });
      expect(call.running.isHandedOver).toBe(false);
      expect(call.orders.at(-1)).toEqual({ do: 'hold' });
    });

    it.each(['while it rings', 'while they talk'])(
      'ends with the customer who hangs up %s, and leaves no line open',
      async (when) => {
        const call = await open();
        const handed = call.hand();
        await call.tell({ type: when === 'while it rings' ? 'ringing' : 'answered' });
        if (when === 'while they talk') await call.connected();
        call.customer.tell({ type: 'ended', endReason: 'customer_hung_up' });
        await handed;
        await call.running.settled();
        expect(call.person.hangUps).toBeGreaterThan(0);
        expect(await findCall(call.queries, 'wsp_1', call.row.id)).toMatchObject({
          endReason: when === 'while they talk' ? 'transferred' : 'customer_hung_up',
        });
        expect(await call.legs()).toMatchObject([
          { outcome: when === 'while they talk' ? 'connected' : 'canceled', endedAt: expect.any(Date) },
        ]);
      },
    );

    it('cold asks the network first; one that takes the call over leaves nothing to join', async () => {
      const call = await open({ refer: async () => ({ type: 'transferred' }) });
      expect(await call.hand()).toMatchObject({ endReason: 'transferred' });
      expect(call.placed).toEqual([]);
      expect(await call.legs()).toMatchObject([{ method: 'refer', outcome: 'connected' }]);
    });

    it('a network that leaves before it tells has taken the call over all the same', async () => {
      const call = await open({ refer: () => new Promise(() => undefined) });
      void call.hand();
      await expect.poll(call.legs).toHaveLength(1);
      call.customer.tell({ type: 'ended', endReason: 'transferred' });
      await call.running.settled();
      expect(await call.legs()).toMatchObject([
        { method: 'refer', outcome: 'connected', connectedAt: expect.any(Date) },
      ]);
    });

    it('a network that refuses costs nothing: the lines are joined', async () => {
      const call = await open({ refer: async () => ({ type: 'refused', detail: 'REFER: SIP 405' }) });
      const handed = call.hand();
      await call.tell({ type: 'answered' });
      await call.connected();
      call.passTime();
      await call.tell({ type: 'ended', endReason: 'customer_hung_up' });
      expect(await handed).toMatchObject({ endReason: 'transferred' });
      expect(await call.legs()).toMatchObject([
        { method: 'refer', outcome: 'failed' },
        { method: 'join', outcome: 'connected' },
      ]);
    });

    it('a person whom the network has tried is not rung a second time', async () => {
      const call = await open({
        refer: async () => ({ type: 'missed', endReason: 'busy', detail: 'SIP 486' }),
      });
      expect((await call.hand()).endReason).toBeUndefined();
      expect(call.placed).toEqual([]);
      expect(await call.legs()).toMatchObject([{ method: 'refer', outcome: 'busy' }]);
    });

    describe('in a simulation', () => {
      const simulated = { fromNumber: '', toNumber: '', isSimulation: true, fields: { first_name: 'Ada' } };
      /** What the record says of it after the agent has asked for it. */
      const play = async (
        part: Partial<TransferPlan>,
        options: { hasRoute?: boolean; language?: string } = {},
      ) => {
        const call = await open({ ...options, call: simulated });
        const told = await call.hand(part);
        await call.running.settled();
        expect([call.placed, call.orders, await call.legs()]).toEqual([[], [], []]);
        const notes = await listNotes(call.queries, call.row.id);
        expect(notes.map(({ kind }) => kind)).toEqual(['transfer']);
        return { told, note: notes[0]?.text ?? '' };
      };

      it('rings nobody, says who would be rung and how, and the conversation goes on', async () => {
        const { told, note } = await play({ number: '+442079460000' });
        expect(told.endReason).toBeUndefined();
        expect(told.result).toContain('in a real call they would be put through now');
        expect(note).toContain('+442079460000 would be rung now, and see the number of the agent.');
        expect(note).toContain('cold: the customer would be put through at once');
        expect(note).not.toContain('No phone network');
      });

      it('says what a warm transfer would tell the person', async () => {
        const { note } = await play({
          isWarm: true,
          showsCustomer: true,
          summary: 'Wants to change an invoice',
        });
        expect(note).toContain('see the number of the customer');
        expect(note).toContain('I have Ada on the line. Wants to change an invoice.');
      });

      it('says it in the language of the agent', async () => {
        const { note } = await play(
          { isWarm: true, summary: 'Möchte eine Rechnung ändern' },
          { language: 'de' },
        );
        expect(note).toContain('Ich habe Ada in der Leitung. Möchte eine Rechnung ändern.');
      });

      it('says where no phone network would reach the number', async () => {
        expect((await play({}, { hasRoute: false })).note).toContain('No phone network that is connected');
      });
    });

    it.each<[string, object, Partial<TransferPlan>]>([
      [
        '[VERIFY-6] no number outside before the email is verified',
        { isVerified: false },
        { number: '+442079460000' },
      ],
      ['no number of the call itself', {}, { number: '+14155550100' }],
      ['no number that no carrier reaches', { hasRoute: false }, {}],
    ])('rings %s, and says so', async (_what, options, part) => {
      const call = await open(options);
      expect((await call.hand(part)).result).toContain('offer that they are called back');
      expect(call.placed).toEqual([]);
    });
  },
  { migrations: [new URL('../migrations/', import.meta.url)], isEmptiedBeforeEach: true },
);
