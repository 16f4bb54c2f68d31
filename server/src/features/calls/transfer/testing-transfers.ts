import type { LegEvent, ReferEnd } from '@parley/carriers/carrier';
import { AppError } from '@parley/contract/errors';
import type { BriefingEnd } from '@parley/engine/handover/briefing';
import { expect, vi } from 'vitest';
import type { Database } from '../../../platform/db/database.ts';
import type { AgentForCall } from '../../agents/index.ts';
import type { TransferPlan } from '../../functions/index.ts';
import type { CallDesk } from '../call-desk.ts';
import { finishCall } from '../finish-calls.ts';
import { insertCall } from '../queries.ts';
import { RunningCall } from '../running-call.ts';
import { fakeLeg, newCall, rememberingPlatform } from '../testing-calls.ts';
import type { HandoverOrder, StartCall } from '../thread/thread-messages.ts';
import { listLegs } from './leg-queries.ts';
import { transferCall } from './transfer-call.ts';

export const plan: TransferPlan = {
  number: '+14155550150',
  isWarm: false,
  showsCustomer: false,
  summary: '',
};

/** A call that talks, whose second line, network and thread the test speaks for. */
export async function openTransfer(
  database: Database,
  options: {
    refer?: () => Promise<ReferEnd>;
    isVerified?: boolean;
    hasRoute?: boolean;
    language?: string;
    call?: Parameters<typeof newCall>[0];
  } = {},
) {
  const { queries } = database;
  const { platform } = rememberingPlatform(database);
  const row = await insertCall(queries, newCall(options.call));
  const customer = { ...fakeLeg(), ...(options.refer && { refer: options.refer }) };
  const controller = new AbortController();
  const running = new RunningCall({
    platform,
    row,
    agent: { settings: { language: options.language ?? 'en-US' } } as AgentForCall,
    setupNote: undefined,
    start: { callId: row.id } as StartCall,
    startInThread: () => undefined,
    endInThread: () => {
      controller.abort();
      return false;
    },
    finish: (endReason) => finishCall(platform, row.id, endReason),
    onFinished: () => undefined,
  });
  running.follow(customer);
  customer.tell({ type: 'answered' });
  const person = fakeLeg();
  // As a carrier does: who hangs up hears of the end.
  const { hangUp } = person;
  person.hangUp = function () {
    hangUp.call(this);
    this.tell({ type: 'ended', endReason: 'staff_hung_up' });
  };
  const orders: HandoverOrder[] = [];
  const placed: { fromNumber: string; toNumber: string }[] = [];
  const service = {
    placeCall: async (call: { fromNumber: string; toNumber: string }) => {
      placed.push({ fromNumber: call.fromNumber, toNumber: call.toNumber });
      return person;
    },
  };
  const desk = {
    platform,
    needs: {
      accounts: {
        checkMayCallOutside: async () => {
          if (options.isVerified === false) throw AppError.of('email_unverified');
        },
      },
    },
    carriers: {
      findFor: () => (options.hasRoute === false ? undefined : { carrierId: 'network', service }),
    },
    threads: {
      pinLeg: () => true,
      unpinLeg: () => undefined,
      handOver: (_: string, order: HandoverOrder) => orders.push(order),
    },
  } as unknown as CallDesk;
  const hand = (part: Partial<TransferPlan> = {}) =>
    transferCall(desk, running, { ...plan, ...part }, controller.signal).then(({ told }) => told);
  const tell = async (event: LegEvent) => {
    await expect.poll(() => placed).toHaveLength(1);
    await Promise.resolve();
    person.tell(event);
  };
  const ordered = async (kind: HandoverOrder['do']) => {
    const find = () => orders.find((each) => each.do === kind);
    await expect.poll(find, { message: `${kind} is ordered` }).toBeDefined();
    return find()!;
  };
  const brief = async (end: BriefingEnd) => {
    const order = await ordered('brief');
    if (order.do === 'brief') running.onBriefed(order.legId, end);
  };
  const legs = async () => await listLegs(queries, row.id);
  /** Both have talked long enough. */
  const passTime = () => {
    const nowMs = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(nowMs + 60_000);
  };
  const connected = async () =>
    await expect.poll(async () => (await legs()).at(-1)?.connectedAt).toBeInstanceOf(Date);
  return {
    row,
    queries,
    platform,
    running,
    customer,
    person,
    placed,
    orders,
    hand,
    tell,
    ordered,
    brief,
    legs,
    passTime,
    connected,
  };
}
