import { afterEach, describe, expect, test } from 'vitest';
import type { LegEvent } from '../carrier.ts';
import { runSipp } from './testing/run-sipp.ts';
import type { TestingService } from './testing/testing-service.ts';
import { findFreePort, isTaken, openTestingService, until } from './testing/testing-service.ts';

const opened: TestingService[] = [];

afterEach(async () => {
  for (const one of opened.splice(0)) await one.service.close();
});

/** sipp waits to be called; our trunk leads to it. */
async function openWithSipp(scenario: string, calls: number, transport: 'udp' | 'tcp' = 'udp') {
  const port = await findFreePort();
  // The question by OPTIONS is a call too, as sipp counts.
  const sipp = runSipp({ scenario, target: { port: 9 }, listenPort: port, calls: calls + 1, transport });
  await until(() => isTaken(port), 'sipp listens');
  const ours = await openTestingService({
    connections: [
      {
        id: 'con_a',
        workspaceId: 'wsp_a',
        settings: { host: '127.0.0.1', port, transport, username: 'alice', password: 'secret' },
      },
    ],
  });
  opened.push(ours);
  await until(() => ours.service.canReach('+14155550123', 'wsp_a'), 'sipp answers OPTIONS');
  return { ours, sipp };
}

async function place(ours: TestingService, { legId = 'leg_1', ringMs = 30_000 } = {}) {
  const events: LegEvent[] = [];
  const leg = await ours.service.placeCall({
    legId,
    fromNumber: '+14155550100',
    toNumber: '+14155550123',
    workspaceId: 'wsp_a',
    ringMs,
  });
  leg.onEvent((event) => {
    events.push(event);
  });
  return { leg, events };
}

async function expectPassed(sipp: ReturnType<typeof runSipp>) {
  const { isPassed, errors } = await sipp;
  expect(isPassed, errors).toBe(true);
}

describe('we ring sipp', () => {
  test.each(['udp', 'tcp'] as const)('over %s, which answers, and hang up', async (transport) => {
    const { ours, sipp } = await openWithSipp('called', 1, transport);
    const { leg, events } = await place(ours);
    await until(() => events.length === 2, 'answered');
    leg.hangUp();
    await expectPassed(sipp);
    await until(() => ours.service.counts().dialogs === 0, 'gone');
  });

  test('which sends sound before its answer and hangs up', async () => {
    const { ours, sipp } = await openWithSipp('called-bye', 1);
    const { events } = await place(ours);
    await until(() => events.length === 3, 'ended');
    expect(events.at(-1)).toMatchObject({ type: 'ended', endReason: 'customer_hung_up' });
    await expectPassed(sipp);
  });

  test('which asks who we are, checks it and answers', async () => {
    const { ours, sipp } = await openWithSipp('called-digest', 1);
    const { leg, events } = await place(ours);
    await until(() => events.some(({ type }) => type === 'answered'), 'answered');
    leg.hangUp();
    await expectPassed(sipp);
  });

  test('which is busy', async () => {
    const { ours, sipp } = await openWithSipp('called-busy', 1);
    const { events } = await place(ours);
    await until(() => events.length === 1, 'ended');
    expect(events[0]).toMatchObject({ type: 'ended', endReason: 'busy' });
    await expectPassed(sipp);
  });

  test('which rings until we give up', async () => {
    const { ours, sipp } = await openWithSipp('called-silent', 1);
    const { events } = await place(ours, { ringMs: 600 });
    await until(() => events.length === 2, 'ended');
    expect(events[1]).toMatchObject({ type: 'ended', endReason: 'no_answer' });
    await expectPassed(sipp);
  });

  test('100 times, and nothing is left', async () => {
    const { ours, sipp } = await openWithSipp('called', 100);
    for (let round = 0; round < 10; round++) {
      const placed = await Promise.all(
        Array.from({ length: 10 }, (_, index) => place(ours, { legId: `leg_${round}_${index}` })),
      );
      await until(() => placed.every(({ events }) => events.at(-1)?.type === 'answered'), 'all answered');
      for (const { leg } of placed) leg.hangUp();
    }
    await expectPassed(sipp);
    await until(() => ours.service.counts().dialogs === 0, 'gone');
    expect(ours.service.counts().legs).toBe(0);
    expect(ours.media.reserved.size).toBe(0);
  });
});
