import { expect } from 'vitest';
import type { LegEvent } from '../../carrier.ts';
import type { ReceivedRequest } from '../message/message.ts';
import { TestingPeer } from './testing-peer.ts';
import { TestingScheduler } from './testing-scheduler.ts';
import type { TestingService } from './testing-service.ts';
import { openTestingService, until } from './testing-service.ts';

export type PlaceOptions = { toNumber?: string; fromNumber?: string; workspaceId?: string; ringMs?: number };

/** One trunk whose far end does what the test says, a clock that is turned by hand, and calls placed by it. */
export class TestingTrunk {
  readonly peer: TestingPeer;
  readonly ours: TestingService;
  readonly scheduler: TestingScheduler;
  #legs = 0;

  static async open(): Promise<TestingTrunk> {
    const peer = await TestingPeer.open();
    const scheduler = new TestingScheduler();
    const ours = await openTestingService({
      scheduler,
      connections: [
        {
          id: 'con_a',
          workspaceId: 'wsp_a',
          settings: { host: `127.0.0.1:${peer.port}`, username: 'alice', password: 'secret' },
        },
      ],
    });
    await until(() => ours.service.canReach('+14155550123', 'wsp_a'), 'the trunk answers OPTIONS');
    return new TestingTrunk(peer, ours, scheduler);
  }

  private constructor(peer: TestingPeer, ours: TestingService, scheduler: TestingScheduler) {
    this.peer = peer;
    this.ours = ours;
    this.scheduler = scheduler;
  }

  async call(more: PlaceOptions = {}) {
    const events: LegEvent[] = [];
    const leg = await this.ours.service.placeCall({
      legId: `leg_${this.#legs++}`,
      fromNumber: '+14155550100',
      toNumber: '+14155550123',
      workspaceId: 'wsp_a',
      ringMs: 30_000,
      ...more,
    });
    leg.onEvent((event) => events.push(event));
    return { leg, events };
  }

  /** A call that the far end has answered with these headers. */
  async answered(headers: Record<string, string> = {}) {
    const placed = await this.call();
    const invite: ReceivedRequest = await this.peer.nextRequest('INVITE');
    this.peer.accept(invite, { headers });
    await this.peer.nextRequest('ACK');
    await until(() => placed.events.some(({ type }) => type === 'answered'), 'answered');
    return { ...placed, invite };
  }

  /** Waits until calls, dialogs and ports are gone. */
  async allGone(): Promise<void> {
    await until(() => this.ours.service.counts().dialogs === 0, 'the dialogs are gone');
    expect(this.ours.service.counts().legs).toBe(0);
    expect(this.ours.media.reserved.size).toBe(0);
  }

  async close(): Promise<void> {
    await this.ours.service.close();
    this.peer.close();
  }
}

/** How a leg ended, if it has. */
export function endingOf(events: readonly LegEvent[]) {
  const last = events.at(-1);
  return last?.type === 'ended' ? last : undefined;
}
