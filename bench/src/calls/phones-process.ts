import { setTimeout as sleep } from 'node:timers/promises';
import { Distribution, type Percentiles } from '../measuring/distribution.ts';
import { serveQuestions } from '../measuring/pinned-process.ts';
import { type LineEvent, Phone, type PhoneFigures, type TalkPlan } from './phone.ts';
import { makeLineNoise, readCustomerClips } from './speech-clips.ts';

/** What the phones saw between `begin` and `end`. */
export type PhonesWindow = {
  elapsedMs: number;
  /** |time between two packets of a call - 20 ms|. */
  jitterMs: Percentiles;
  received: number;
  sent: number;
  cpuMs: number;
  /** How late the phones themselves were, at most: what they could not do better. */
  ownLateMs: number;
};

export type PhonesOptions = {
  calls: number;
  plan: TalkPlan;
  /** Only clips of such a length. */
  clipMs: { min: number; max: number };
  hearsAgent: boolean;
};

let phones: Phone[] = [];
let figures: PhoneFigures = { sent: 0, received: 0, jitterMs: null, events: null };
let isSending = false;
let ownLateMs = 0;
let begun = { startMs: 0, received: 0, sent: 0, cpu: process.cpuUsage() };

/** The load: telephones in a process of their own. */
serveQuestions({
  async open({ calls, plan, clipMs, hearsAgent }: PhonesOptions): Promise<number[]> {
    const clips = readCustomerClips().filter(
      ({ frames }) => frames.length * 20 >= clipMs.min && frames.length * 20 <= clipMs.max,
    );
    const noise = makeLineNoise();
    figures = { sent: 0, received: 0, jitterMs: null, events: hearsAgent ? [] : null };
    phones = [];
    for (let call = 0; call < calls; call += 1)
      phones.push(await Phone.open({ call, clips, noise, plan, figures }));
    return phones.map((phone) => phone.port);
  },

  dial(ports: readonly number[]): void {
    for (const [call, port] of ports.entries()) phones[call]!.dial(port);
    if (isSending) return;
    isSending = true;
    runTicks();
  },

  begin(): void {
    for (const phone of phones) phone.listen();
    figures.jitterMs = new Distribution();
    ownLateMs = 0;
    begun = {
      startMs: performance.now(),
      received: figures.received,
      sent: figures.sent,
      cpu: process.cpuUsage(),
    };
  },

  end(): PhonesWindow {
    for (const phone of phones) phone.listen();
    const jitterMs = figures.jitterMs?.summary ?? new Distribution().summary;
    figures.jitterMs = null;
    const { user, system } = process.cpuUsage(begun.cpu);
    return {
      elapsedMs: performance.now() - begun.startMs,
      jitterMs,
      received: figures.received - begun.received,
      sent: figures.sent - begun.sent,
      cpuMs: (user + system) / 1000,
      ownLateMs,
    };
  },

  /** Stops talking; the product has a moment to take what is under way. */
  async fallSilent(): Promise<number> {
    isSending = false;
    await sleep(150);
    return figures.sent;
  },

  /** What was noted on the lines, and how many packets came in all. */
  async collect(): Promise<{ received: number; events: LineEvent[] }> {
    await sleep(150);
    for (const phone of phones) phone.close();
    return { received: figures.received, events: figures.events ?? [] };
  },
});

/** Phones take turns within the 20 ms, as those of real callers do. */
const slots = 20;
const slotMs = 20 / slots;
const replayLimitMs = 40;

function runTicks(): void {
  let nextMs = performance.now();
  let slot = 0;
  const step = (): void => {
    if (!isSending) return;
    const nowMs = performance.now();
    ownLateMs = Math.max(ownLateMs, nowMs - nextMs);
    // A telephone that stalled does not send what it missed in one burst.
    if (nowMs - nextMs > replayLimitMs) nextMs = nowMs;
    while (nextMs <= nowMs) {
      for (let i = slot; i < phones.length; i += slots) phones[i]!.tick();
      slot = (slot + 1) % slots;
      nextMs += slotMs;
    }
    setTimeout(step, Math.max(0, nextMs - performance.now()));
  };
  step();
}
