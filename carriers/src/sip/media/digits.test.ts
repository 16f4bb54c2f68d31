import { describe, expect, it } from 'vitest';
import { DigitReceiver } from './digit-receiver.ts';
import { DigitSender, writeEvent } from './digit-sender.ts';
import { seededRandom, toneDbfs } from './testing-signals.ts';

describe('DigitSender', () => {
  it('plays an event of 160 ms, says its end three times, and pauses until 100 ms after it', () => {
    const sender = new DigitSender();
    sender.send('5#');
    const first = takeDigit(sender);
    expect(first.slice(0, 11)).toEqual([
      ...[160, 320, 480, 640, 800, 960, 1120].map((duration) => ({ event: 5, isEnd: false, duration })),
      ...[1280, 1280, 1280].map((duration) => ({ event: 5, isEnd: true, duration })),
      'silence',
    ]);
    expect(first).toHaveLength(13);
    expect(takeDigit(sender)[0]).toEqual({ event: 11, isEnd: false, duration: 160 });
    expect(sender.isBusy).toBe(false);
    expect(sender.takeStep({ canSendEvents: true, rateHz: 8000 })).toBeNull();
  });

  it.each([8000, 16_000])('plays tones at %i Hz where the far end takes no events', (rateHz) => {
    const sender = new DigitSender();
    sender.send('8');
    const heard = new Int16Array(8 * (rateHz / 50));
    const kinds = Array.from({ length: 13 }, (_, tick) => {
      const step = sender.takeStep({ canSendEvents: false, rateHz });
      if (step?.samples) heard.set(step.samples, tick * (rateHz / 50));
      return step?.kind;
    });
    expect(kinds).toEqual([...Array(8).fill('tone'), ...Array(5).fill('silence')]);
    expect(toneDbfs(heard, rateHz, 852)).toBeGreaterThan(-15);
    expect(toneDbfs(heard, rateHz, 1336)).toBeGreaterThan(-15);
    expect(toneDbfs(heard, rateHz, 1209)).toBeLessThan(-40);
  });

  it('takes lower case, leaves out what is no digit, and holds at most 64', () => {
    const sender = new DigitSender();
    sender.send(`a- w,x${'1'.repeat(100)}`);
    expect(takeDigit(sender)[0]).toMatchObject({ event: 12 });
    for (let i = 0; i < 63; i += 1) expect(takeDigit(sender)[0]).toMatchObject({ event: 1 });
    expect(sender.isBusy).toBe(false);
  });
});

describe('DigitReceiver', () => {
  it('tells a digit once, at the first of its end packets', () => {
    const line = new EventLine();
    for (const duration of [160, 320, 480]) line.receive({ timestamp: 1000, event: 7, duration });
    expect(line.digits).toBe('');
    for (let i = 0; i < 3; i += 1) line.receive({ timestamp: 1000, event: 7, duration: 640, isEnd: true });
    expect(line.digits).toBe('7');
  });

  it('tells equal digits apart by their timestamps', () => {
    const line = new EventLine();
    for (const timestamp of [1000, 3000]) {
      line.receive({ timestamp, event: 7, duration: 640, isEnd: true });
      line.receive({ timestamp, event: 7, duration: 640, isEnd: true });
    }
    expect(line.digits).toBe('77');
  });

  it('ends a digit without its end packets at the next one or after 200 ms of nothing', () => {
    const line = new EventLine();
    line.receive({ timestamp: 1000, event: 1, duration: 160, hasMarker: true });
    line.receive({ timestamp: 4000, event: 2, duration: 160, hasMarker: true });
    expect(line.digits).toBe('1');
    line.pass(190);
    expect(line.digits).toBe('1');
    line.pass(20);
    expect(line.digits).toBe('12');
    line.receive({ timestamp: 4000, event: 2, duration: 640, isEnd: true });
    expect(line.digits).toBe('12');
  });

  it('does not take packets that were overtaken by the next digit for another one', () => {
    const line = new EventLine();
    line.receive({ timestamp: 1000, event: 1, duration: 640, isEnd: true });
    line.receive({ timestamp: 4000, event: 2, duration: 160, hasMarker: true });
    line.receive({ timestamp: 1000, event: 1, duration: 640, isEnd: true });
    line.receive({ timestamp: 4000, event: 2, duration: 640, isEnd: true });
    expect(line.digits).toBe('12');
  });

  it('takes the segments of a key held for long for one digit', () => {
    const line = new EventLine();
    line.receive({ timestamp: 1000, event: 9, duration: 0xffff });
    line.receive({ timestamp: 1000 + 0xffff, event: 9, duration: 800 });
    line.receive({ timestamp: 1000 + 0xffff, event: 9, duration: 1600, isEnd: true });
    expect(line.digits).toBe('9');
  });

  it('knows timestamps that wrap round, and a sender that starts anew', () => {
    const line = new EventLine();
    line.receive({ timestamp: 0xffffff00, event: 1, duration: 640, isEnd: true });
    line.receive({ timestamp: 0x00000700, event: 2, duration: 640, isEnd: true });
    line.receive({ timestamp: 0x90000000, event: 3, duration: 640, isEnd: true });
    expect(line.digits).toBe('123');
  });

  it('leaves out events that are no digits, short packets and nonsense', () => {
    const line = new EventLine();
    line.receive({ timestamp: 1000, event: 16, duration: 640, isEnd: true });
    line.receiver.onPacket(new Uint8Array(3), { start: 0, end: 3, timestamp: 5000, hasMarker: false }, 0);
    const random = seededRandom(2);
    for (let i = 0; i < 10_000; i += 1) {
      const timestamp = Math.floor(random() * 2 ** 32);
      line.receive({ timestamp, event: 16 + random() * 240, duration: random() * 65_536 });
    }
    line.pass(1000);
    expect(line.digits).toBe('');
  });

  it('hears what the sender sends, whichever half of the packets is lost', () => {
    const random = seededRandom(4);
    for (let run = 0; run < 100; run += 1) {
      const line = new EventLine();
      const sender = new DigitSender();
      sender.send('0123456789*#ABCD');
      for (let tick = 0; sender.isBusy; tick += 1) {
        const step = sender.takeStep({ canSendEvents: true, rateHz: 8000 });
        const bytes = new Uint8Array(4);
        line.pass(20);
        // The seventh packet always comes: with all lost there is no digit.
        if (step?.kind !== 'event' || (random() < 0.5 && step.ticksBefore !== 6)) continue;
        writeEvent(bytes, 0, step);
        const timestamp = (tick - step.ticksBefore) * 160;
        const packet = { start: 0, end: 4, timestamp, hasMarker: step.ticksBefore === 0 };
        line.receiver.onPacket(bytes, packet, line.nowMs);
      }
      line.pass(300);
      expect(line.digits).toBe('0123456789*#ABCD');
    }
  });
});

class EventLine {
  digits = '';
  nowMs = 0;
  readonly receiver = new DigitReceiver((digit) => {
    this.digits += digit;
  });

  receive(event: {
    timestamp: number;
    event: number;
    duration: number;
    isEnd?: boolean;
    hasMarker?: boolean;
  }): void {
    const { timestamp, duration, isEnd = false, hasMarker = false } = event;
    const bytes = Uint8Array.of(event.event, isEnd ? 0x8a : 0x0a, duration >> 8, duration);
    this.receiver.onPacket(bytes, { start: 0, end: 4, timestamp, hasMarker }, this.nowMs);
  }

  pass(ms: number): void {
    this.nowMs += ms;
    this.receiver.onTick(this.nowMs);
  }
}

/** The 13 ticks of one digit. */
function takeDigit(sender: DigitSender): unknown[] {
  return Array.from({ length: 13 }, () => {
    const step = sender.takeStep({ canSendEvents: true, rateHz: 8000 });
    if (step?.kind !== 'event') return step?.kind;
    const bytes = new Uint8Array(4);
    writeEvent(bytes, 0, step);
    expect(bytes[1]! >> 7).toBe(step.isEnd ? 1 : 0);
    return { event: bytes[0], isEnd: step.isEnd, duration: bytes[2]! * 256 + bytes[3]! };
  });
}
