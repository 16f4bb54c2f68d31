import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SippRun } from './testing/run-sipp.ts';
import { runSipp } from './testing/run-sipp.ts';
import type { TestingService } from './testing/testing-service.ts';
import { openTestingService, until } from './testing/testing-service.ts';

let ours: TestingService;

beforeEach(async () => {
  ours = await openTestingService();
});

afterEach(async () => {
  await ours.service.close();
});

async function sipp(scenario: string, more: Partial<SippRun> = {}): Promise<void> {
  const { isPassed, errors } = await runSipp({ scenario, target: { port: ours.port }, ...more });
  expect(isPassed, errors).toBe(true);
}

function endings(): (string | undefined)[] {
  return ours.calls.map(({ events }) => {
    const last = events.at(-1);
    return last?.type === 'ended' ? last.endReason : undefined;
  });
}

describe('sipp rings us', () => {
  test.each(['udp', 'tcp'] as const)('over %s, is answered and hangs up', async (transport) => {
    await sipp('answer', { transport });
    expect(endings()).toEqual(['customer_hung_up']);
    expect(ours.calls[0]?.events.map(({ type }) => type)).toEqual(['ringing', 'answered', 'ended']);
    expect(ours.calls[0]?.offer).toMatchObject({
      fromNumber: '+14155550100',
      toNumber: '+14155550123',
      connectionId: null,
    });
    expect(ours.service.counts()).toMatchObject({ dialogs: 0, legs: 0 });
  });

  test('over IPv6', async () => {
    await sipp('answer', { target: { host: '::1', port: ours.port } });
    expect(endings()).toEqual(['customer_hung_up']);
  });

  test('and hangs up before we answer', async () => {
    ours.decide = () => new Promise(() => undefined);
    await sipp('cancel');
    expect(endings()).toEqual(['canceled']);
    expect(ours.service.counts()).toMatchObject({ dialogs: 0, legs: 0 });
  });

  test('and is hung up on', async () => {
    ours.decide = ({ leg }) => {
      leg.onEvent(({ type }) => type === 'answered' && leg.hangUp());
      return { answer: true };
    };
    await sipp('far-bye');
    await until(() => ours.service.counts().dialogs === 0, 'the dialog is gone');
  });

  test('puts us on hold in three ways and comes back each time', async () => {
    await sipp('hold');
    const turns = ours.media.changes.map(({ change }) =>
      change.kind === 'remote'
        ? change.remote.direction
        : change.kind === 'direction'
          ? change.direction
          : '',
    );
    expect(turns).toEqual(['recvonly', 'sendrecv', 'recvonly', 'inactive', 'sendrecv']);
  });

  test('changes the codec, and is refused one that we lack without losing the call', async () => {
    await sipp('change-codec');
    const changes = ours.media.changes.map(({ change }) =>
      change.kind === 'remote' ? change.remote.codec.name : '',
    );
    expect(changes).toEqual(['PCMA']);
    expect(endings()).toEqual(['customer_hung_up']);
  });

  test('presses a digit by INFO, holds by UPDATE and asks what we can', async () => {
    await sipp('in-call-requests');
    expect(ours.media.changes.map(({ change }) => change)).toEqual([
      { kind: 'digits', digits: '5' },
      { kind: 'direction', direction: 'recvonly' },
    ]);
  });

  test('lets us offer and chooses by its ACK', async () => {
    await sipp('late-offer');
    expect(ours.media.changes[0]?.change).toMatchObject({
      kind: 'remote',
      remote: { codec: { name: 'PCMA' } },
    });
  });

  test('with a codec that nobody here speaks, which is 488', async () => {
    await sipp('wrong-codec');
    expect(ours.calls).toEqual([]);
  });

  test('while all lines are busy, which is 486 and when to try again', async () => {
    ours.decide = () => ({ answer: false, because: 'at_limit' });
    await sipp('busy');
    expect(endings()).toEqual(['at_limit']);
  });

  test('at a number that nobody has, which is 404', async () => {
    ours.decide = () => ({ answer: false, because: 'unknown_number' });
    await sipp('unknown-number');
    expect(endings()).toEqual(['number_unreachable']);
  });

  test('and demands reliable provisional responses, which is 420', async () => {
    await sipp('require-100rel');
    expect(ours.calls).toEqual([]);
  });

  test('200 times one after another, over both transports, and nothing is left', async () => {
    await sipp('answer', { calls: 100, atOnce: 10, callsPerSecond: 100 });
    await sipp('answer', { calls: 100, atOnce: 10, callsPerSecond: 100, transport: 'tcp' });
    expect(endings()).toEqual(Array.from({ length: 200 }, () => 'customer_hung_up'));
    expect(ours.media.reserved.size).toBe(0);
    await until(() => ours.service.counts().sockets === 4, 'sipp has closed its connections');
    expect(ours.service.counts()).toMatchObject({ dialogs: 0, legs: 0 });
  });
});
