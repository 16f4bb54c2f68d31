import { bindRtpSocket } from '@parley/carriers/sip/media/sockets/bind-rtp-socket';
import type { RtpSocket } from '@parley/carriers/sip/media/sockets/rtp-socket';
import type { Distribution } from '../measuring/distribution.ts';
import { monotonicMs } from '../measuring/monotonic-ms.ts';
import type { CustomerClip } from './speech-clips.ts';

/** When the customer speaks. */
export type TalkPlan =
  /** About 40 % of the time, whatever the agent does. */
  | { kind: 'shares' }
  /** A clip, then as long a silence, whatever the agent does. */
  | { kind: 'asks'; silenceMs: number }
  /** Over the agent, when it has been heard for this long, and up to as long again. */
  | { kind: 'interrupts'; afterMs: number };

/** What was heard and said on a line, on the clock of `monotonicMs`. */
export type LineEvent = {
  call: number;
  kind: 'agent.began' | 'agent.fell-silent' | 'customer.began';
  atMs: number;
  clip?: string;
};

/** The figures of all phones of a process. */
export type PhoneFigures = {
  sent: number;
  received: number;
  /** Null: not measured now. */
  jitterMs: Distribution | null;
  /** Null: nobody listens to what the agent says. */
  events: LineEvent[] | null;
};

export type PhoneOptions = {
  call: number;
  clips: readonly CustomerClip[];
  noise: readonly Uint8Array[];
  plan: TalkPlan;
  figures: PhoneFigures;
};

/**
 * A telephone on a two-way PCMU call: sends a packet of 20 ms per tick, line noise or the customer's words, and notes
 * when packets came, by the system's stamps where it has them. So it need not be woken for each packet, for which the
 * product's core would pay.
 */
export class Phone {
  readonly #options: PhoneOptions;
  readonly port: number;
  readonly #socket: RtpSocket;
  readonly #packets = Array.from({ length: 8 }, () => new Uint8Array(headerBytes + frameBytes));
  #target = 0;
  #sequence = Math.floor(Math.random() * 0xffff);
  #lastMs = 0;
  #clip: CustomerClip;
  /** The frame of the clip that is next; null while the customer is silent. */
  #clipFrame: number | null = null;
  /** Frames of silence, or of the agent's speech, until the customer speaks. Calls begin at different moments. */
  #waitFrames = Math.floor(50 + Math.random() * 150);
  #agent = { isSounding: false, silentFrames: 0, soundingFrames: 0, silentSinceMs: 0 };

  private constructor(options: PhoneOptions, socket: RtpSocket, port: number) {
    this.#options = options;
    this.#socket = socket;
    this.port = port;
    this.#clip = this.#pickClip();
    const source = Math.floor(Math.random() * 2 ** 32);
    for (const packet of this.#packets) {
      packet[0] = 0x80;
      new DataView(packet.buffer).setUint32(8, source);
    }
    socket.onDatagram((bytes, _from, ageMs) => this.#take(bytes, ageMs));
  }

  static async open(options: PhoneOptions): Promise<Phone> {
    for (let port = firstPort; ; port += 1) {
      try {
        return new Phone(options, await bindRtpSocket('127.0.0.1', port), port);
      } catch (error) {
        if (port === lastPort) throw error;
      }
    }
  }

  dial(port: number): void {
    this.#target = port;
  }

  /** Notes what came since the last tick, and sends the 20 ms due now. */
  tick(): void {
    this.listen();
    if (this.#target === 0) return;
    this.#sequence = (this.#sequence + 1) & 0xffffffff;
    const packet = this.#packets[this.#sequence & 7]!;
    const view = new DataView(packet.buffer);
    view.setUint16(2, this.#sequence & 0xffff);
    view.setUint32(4, (this.#sequence * frameBytes) >>> 0);
    packet.set(this.#nextFrame(), headerBytes);
    this.#socket.sendTo(packet, this.#target, '127.0.0.1');
    this.#options.figures.sent += 1;
  }

  /** Notes what came. */
  listen(): void {
    this.#socket.poll(wallMs());
  }

  /** Notes all that still waits: a poll takes only so many, and until all calls are hung up nobody reads. */
  close(): void {
    const { figures } = this.#options;
    for (let before = -1; figures.received > before; ) {
      before = figures.received;
      this.listen();
    }
    this.#socket.close();
  }

  #nextFrame(): Uint8Array {
    const { plan, noise } = this.#options;
    if (this.#clipFrame === null) {
      if (!this.#begins(plan)) return noise[this.#sequence % noise.length]!;
      this.#clipFrame = 0;
    }
    const { frames, firstSounding, name } = this.#clip;
    const at = this.#clipFrame;
    if (at === firstSounding) this.#note('customer.began', monotonicMs(), name);
    this.#clipFrame = at + 1;
    if (this.#clipFrame >= frames.length) {
      this.#clipFrame = null;
      this.#clip = this.#pickClip();
      this.#waitFrames = silenceAfter(plan, frames.length);
      this.#agent.soundingFrames = 0;
    }
    return frames[at]!;
  }

  #begins(plan: TalkPlan): boolean {
    if (plan.kind === 'interrupts')
      return this.#agent.isSounding && this.#agent.soundingFrames >= this.#waitFrames;
    this.#waitFrames -= 1;
    return this.#waitFrames < 0;
  }

  #pickClip(): CustomerClip {
    const { clips } = this.#options;
    return clips[Math.floor(Math.random() * clips.length)]!;
  }

  #take(bytes: Uint8Array, ageMs: number): void {
    if (bytes.length !== headerBytes + frameBytes) return;
    const { figures } = this.#options;
    const atMs = monotonicMs() - ageMs;
    figures.received += 1;
    if (figures.jitterMs && this.#lastMs > 0) figures.jitterMs.add(Math.abs(atMs - this.#lastMs - 20));
    this.#lastMs = atMs;
    if (figures.events) this.#listen(bytes, atMs);
  }

  /** The agent is silent when it has been for 200 ms; noted is when that began. */
  #listen(bytes: Uint8Array, atMs: number): void {
    const agent = this.#agent;
    if (isSounding(bytes)) {
      if (!agent.isSounding) this.#note('agent.began', atMs);
      agent.isSounding = true;
      agent.soundingFrames += 1;
      agent.silentFrames = 0;
      return;
    }
    if (!agent.isSounding) return;
    if (agent.silentFrames === 0) agent.silentSinceMs = atMs;
    agent.silentFrames += 1;
    if (agent.silentFrames < 10) return;
    agent.isSounding = false;
    agent.soundingFrames = 0;
    this.#note('agent.fell-silent', agent.silentSinceMs);
  }

  #note(kind: LineEvent['kind'], atMs: number, clip?: string): void {
    const { call, figures } = this.#options;
    if (figures.events && figures.events.length < mostEvents)
      figures.events.push({ call, kind, atMs, ...(clip === undefined ? {} : { clip }) });
  }
}

/** How long the customer waits after a clip, in frames. */
function silenceAfter(plan: TalkPlan, spokenFrames: number): number {
  if (plan.kind === 'shares') return Math.round(spokenFrames * 1.5);
  if (plan.kind === 'asks') return Math.round(plan.silenceMs / 20 + Math.random() * 25);
  return Math.round((plan.afterMs / 20) * (1 + Math.random()));
}

/** Any sample above about -38 dBFS: mu-law codes are inverted, the lower seven bits are the size. */
function isSounding(bytes: Uint8Array): boolean {
  for (let i = headerBytes; i < bytes.length; i += 1)
    if (127 - (bytes[i]! & 0x7f) >= soundingCode) return true;
  return false;
}

/** To fractions of a ms, unlike the clock that counts whole ones. */
function wallMs(): number {
  return performance.timeOrigin + performance.now();
}

/** Above the ports of the product under test. */
const firstPort = 20_000;
const lastPort = 29_999;
const headerBytes = 12;
const frameBytes = 160;
const soundingCode = 32;
const mostEvents = 200_000;
