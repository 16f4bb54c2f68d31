import { digitTones, renderTones } from '@parley/engine/audio/tones';
import { eventDigits } from './digit-receiver.ts';
import { writeUint16 } from './rtp-packet.ts';

/** What goes out at a tick instead of audio. The object is reused. */
export type DigitStep = {
  /** `event`: a telephone-event packet; `silence`: a silent frame; `tone`: `samples` as audio. */
  kind: 'event' | 'silence' | 'tone';
  /** The event began `ticksBefore` ticks ago: its timestamp is that of then. */
  ticksBefore: number;
  event: number;
  isEnd: boolean;
  samples: Int16Array | null;
};

/**
 * Plays touch-tones tick by tick, 160 ms of tone and 100 ms of pause each: well above the 40 ms each that ITU-T Q.24
 * asks of receivers, and above the 100 ms of tone some voice menus want. As telephone events, the end is said three
 * times, 20 ms apart (RFC 4733 section 2.5.1.4).
 */
export class DigitSender {
  readonly #digits: string[] = [];
  readonly #step: DigitStep = { kind: 'silence', ticksBefore: 0, event: 0, isEnd: false, samples: null };
  #tick = 0;
  #tone: Int16Array | null = null;

  get isBusy(): boolean {
    return this.#digits.length > 0;
  }

  /** Queues digits, 0-9 * # A-D; others are left out, and so is what exceeds 64 in all. */
  send(digits: string): void {
    for (const digit of digits.toUpperCase()) {
      if (eventDigits.includes(digit) && this.#digits.length < longestQueue) this.#digits.push(digit);
    }
  }

  /** The step of this tick, or null when there is nothing to play. `rateHz`: of the tones, if `events` cannot be. */
  takeStep(line: { canSendEvents: boolean; rateHz: number }): DigitStep | null {
    const digit = this.#digits[0];
    if (digit === undefined) return null;
    const step = this.#step;
    const tick = this.#tick;
    // A peer that changes in mid-digit finds a whole one next.
    if (tick === 0) this.#tone = line.canSendEvents ? null : renderDigit(digit, line.rateHz);
    step.ticksBefore = tick;
    step.event = eventDigits.indexOf(digit);
    step.samples = null;
    if (this.#tone) {
      const frame = line.rateHz / 50;
      step.kind = tick < toneTicks ? 'tone' : 'silence';
      if (step.kind === 'tone') step.samples = this.#tone.subarray(tick * frame, (tick + 1) * frame);
    } else {
      step.kind = tick < toneTicks + endRepeats ? 'event' : 'silence';
      step.isEnd = tick >= toneTicks - 1;
    }
    this.#tick += 1;
    if (this.#tick === toneTicks + pauseTicks) {
      this.#digits.shift();
      this.#tick = 0;
    }
    return step;
  }
}

/** Writes the four octets of a telephone event; the volume is -10 dBm0 (RFC 4733 section 2.3). */
export function writeEvent(bytes: Uint8Array, at: number, step: DigitStep): void {
  bytes[at] = step.event;
  bytes[at + 1] = (step.isEnd ? 0x80 : 0) | 10;
  writeUint16(bytes, at + 2, Math.min(step.ticksBefore + 1, toneTicks) * unitsPerTick);
}

function renderDigit(digit: string, rateHz: number): Int16Array {
  const tone = digitTones(digit)[0];
  return tone ? renderTones([{ ...tone, ms: toneTicks * 20 }], rateHz) : new Int16Array(0);
}

const toneTicks = 8;
const pauseTicks = 5;
/** After the first packet that says the end. */
const endRepeats = 2;
const unitsPerTick = 160;
const longestQueue = 64;
