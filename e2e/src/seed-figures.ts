import type { Product } from './product.ts';
import { type PastCall, pastCallId, seedCalls } from './seed-calls.ts';

/**
 * A time zone in which it is noon now, so that an hour ago is today and not near midnight. Zones of `Etc` count
 * westward: `Etc/GMT+5` is five hours behind.
 */
export function noonZone(nowMs = Date.now()): string {
  const behind = new Date(nowMs).getUTCHours() - 12;
  return behind === 0 ? 'UTC' : `Etc/GMT${behind > 0 ? '+' : ''}${behind}`;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export type FigureAgents = { reception: string; sales: string };

const own = '+14155550100';
const otherOwn = '+14155550107';

/** Calls of today, of yesterday at the same time, and of ten days ago. Each belongs to one agent and one number. */
export async function seedFigures(product: Product, agents: FigureAgents, nowMs = Date.now()): Promise<void> {
  let at = 0;
  const call = (agoMs: number, given: Partial<PastCall> & { isAnswered: boolean }): PastCall => {
    at += 1;
    const { isAnswered, ...rest } = given;
    const startMs = nowMs - agoMs - at * 1_000;
    const isInbound = rest.direction === 0;
    const customer = `+1212555${String(at).padStart(4, '0')}`;
    const number = rest.agentId === agents.sales ? otherOwn : own;
    return {
      id: pastCallId(at),
      createdAt: new Date(startMs).toISOString(),
      fromNumber: isInbound ? customer : number,
      toNumber: isInbound ? number : customer,
      agentId: agents.reception,
      agentName: 'Front desk',
      ...(isAnswered && { answeredAt: new Date(startMs).toISOString() }),
      endedAt: new Date(startMs + 65_000).toISOString(),
      endReason: isAnswered ? 'goodbye' : 'no_answer',
      sentiment: 'unknown',
      ...rest,
    };
  };
  const sales = { direction: 1 as const, agentId: agents.sales, agentName: 'Sales team' };
  const hour = 60 * minuteMs;
  const today = [
    call(hour, {
      ...sales,
      isAnswered: true,
      sentiment: 'positive',
      disposition: 'appointment_booked',
      medianResponseMs: 700,
    }),
    call(hour, {
      ...sales,
      isAnswered: true,
      sentiment: 'negative',
      disposition: 'not_interested',
      medianResponseMs: 900,
    }),
    call(hour, { ...sales, isAnswered: true, sentiment: 'positive', disposition: 'transferred' }),
    call(hour, { ...sales, isAnswered: true, endReason: 'voicemail', disposition: 'voicemail' }),
    call(hour, { ...sales, isAnswered: false }),
    call(hour, { ...sales, isAnswered: false, endReason: 'busy' }),
    call(hour, { direction: 0, isAnswered: true, sentiment: 'positive', disposition: 'completed' }),
    call(hour, { direction: 0, isAnswered: false, endReason: 'canceled' }),
    call(hour, { direction: 0, isAnswered: false, endReason: 'at_limit' }),
  ];
  const yesterday = [
    ...Array.from({ length: 4 }, () =>
      call(dayMs + hour, { ...sales, isAnswered: true, sentiment: 'negative' }),
    ),
    call(dayMs + hour, { direction: 0, isAnswered: false }),
  ];
  const long = Array.from({ length: 3 }, () => call(10 * dayMs, { direction: 0, isAnswered: true }));
  await seedCalls(product, [...today, ...yesterday, ...long]);
}
