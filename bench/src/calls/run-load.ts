import { setTimeout as sleep } from 'node:timers/promises';
import type { CallPolicy } from '@parley/engine/interfaces/call-settings';
import { type Disturbance, watchDisturbance } from '../measuring/core-load.ts';
import type { Percentiles } from '../measuring/distribution.ts';
import { PinnedProcess } from '../measuring/pinned-process.ts';
import type { ProductWindow } from './cpu-window.ts';
import type { LineEvent, TalkPlan } from './phone.ts';
import type { PhonesWindow } from './phones-process.ts';
import type { SpokenLine } from './speech-clips.ts';

export type LoadOptions = {
  /** What holds the calls; the product unless told. */
  holder?: 'product' | 'plain-rtp';
  calls: number;
  lines: readonly SpokenLine[];
  answers: readonly string[];
  plan: TalkPlan;
  seconds: number;
  /** Calls settle for this long before anything counts. */
  warmUpSeconds: number;
  /** Length of the customer's clips; any unless told. */
  clipMs?: { min: number; max: number };
  finalDelayMs?: number;
  policy?: Partial<CallPolicy>;
  hearsAgent?: boolean;
  nodeFlags?: readonly string[];
};

export type LoadFigures = {
  calls: number;
  /** Of the core the product ran on. */
  cpuPercent: number;
  /** Of the core the phones ran on. */
  phonesCpuPercent: number;
  framesPerSecond: number;
  jitterMs: Percentiles;
  /** Packets that never came, of the whole run: from the product, and to it. */
  lostOut: number;
  lostIn: number;
  tickLateMs: number[];
  phonesLateMs: number;
  rssMiB: number;
  failures: string[];
  disturbance: Disturbance;
  events: LineEvent[];
  finals: { call: number; atMs: number }[];
};

/** The product's process on core 0 holds calls with telephones on core 1, at real time; what both measured. */
export async function runLoad(options: LoadOptions): Promise<LoadFigures> {
  const { holder = 'product', calls, plan, seconds, warmUpSeconds } = options;
  const product = new PinnedProcess({
    module: new URL(`./${holder}-process.ts`, import.meta.url),
    core: 0,
    nodeFlags: options.nodeFlags ?? [],
  });
  const phones = new PinnedProcess({ module: new URL('./phones-process.ts', import.meta.url), core: 1 });
  try {
    const { lines, answers, finalDelayMs = 0, policy = {}, clipMs = anyLength, hearsAgent = false } = options;
    const near = await product.ask<number[]>('open', {
      calls,
      lines,
      answers,
      finalDelayMs,
      policy,
      isRecorded: true,
    });
    const far = await phones.ask<number[]>('open', { calls, plan, clipMs, hearsAgent });
    await product.ask('start', { ports: far, everyMs: 2 });
    await phones.ask('dial', near);
    await sleep(warmUpSeconds * 1000);

    const tellDisturbance = watchDisturbance();
    await Promise.all([product.ask('begin'), phones.ask('begin')]);
    await sleep(seconds * 1000);
    const [ours, theirs] = await Promise.all([
      product.ask<ProductWindow>('end'),
      phones.ask<PhonesWindow>('end'),
    ]);
    const disturbance = tellDisturbance([ours.cpuMs, theirs.cpuMs]);

    const finals = await product.ask<LoadFigures['finals']>('finals');
    const sent = await phones.ask<number>('fallSilent');
    const totals = await product.ask<{ packetsSent: number; packetsReceived: number; failures: string[] }>(
      'hangUp',
      calls,
    );
    const { received, events } = await phones.ask<{ received: number; events: LineEvent[] }>('collect');
    return {
      calls,
      cpuPercent: (ours.cpuMs / ours.elapsedMs) * 100,
      phonesCpuPercent: (theirs.cpuMs / theirs.elapsedMs) * 100,
      framesPerSecond: theirs.received / calls / (theirs.elapsedMs / 1000),
      jitterMs: theirs.jitterMs,
      lostOut: totals.packetsSent - received,
      lostIn: sent - totals.packetsReceived,
      tickLateMs: ours.tickLateMs,
      phonesLateMs: theirs.ownLateMs,
      rssMiB: ours.rssMiB,
      failures: totals.failures,
      disturbance,
      events,
      finals,
    };
  } finally {
    await Promise.all([product.stop(), phones.stop()]);
  }
}

const anyLength = { min: 0, max: 60_000 };
