import type { FarEndSocket } from '../carrier.ts';
import { eventOf, parseObject, StreamStart } from './media/stream-message.ts';
import type { Schedule } from './schedule.ts';

/** Twilio says whose stream it is at once. */
const startMs = 5_000;
/** Sockets of one call that have not said it yet: Twilio opens one. */
const waitingLimit = 3;
/** Messages before that: `connected`, and no more. */
const messageLimit = 5;

type OnStart = (legId: string, start: StreamStart, socket: FarEndSocket) => boolean;

/** Sockets of calls, until they have proved that Twilio opened them: whoever heard the name of a call may have. */
export class WaitingSockets {
  readonly #schedule: Schedule;
  readonly #onStart: OnStart;
  readonly #waiting = new Map<string, number>();

  /** `onStart` takes the socket over, or says that it belongs to nobody. */
  constructor(schedule: Schedule, onStart: OnStart) {
    this.#schedule = schedule;
    this.#onStart = onStart;
  }

  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, count) => sum + count, 0);
  }

  accept(legId: string, socket: FarEndSocket): void {
    if ((this.#waiting.get(legId) ?? 0) >= waitingLimit) {
      socket.close(1013, 'Too many streams begin at once.');
      return;
    }
    this.#count(legId, 1);
    let isWaiting = true;
    const settle = (): boolean => {
      if (!isWaiting) return false;
      isWaiting = false;
      this.#count(legId, -1);
      cancel();
      return true;
    };
    const refuse = (): void => {
      if (settle()) socket.close(1008, 'This stream is not awaited.');
    };
    const cancel = this.#schedule(refuse, startMs);
    let messages = 0;
    socket.onClose(() => void settle());
    socket.onMessage((message) => {
      if (!isWaiting) return;
      messages += 1;
      const event = typeof message === 'string' ? eventOf(message) : undefined;
      if (event === 'connected' && messages < messageLimit) return;
      const start =
        event === 'start' ? StreamStart.safeParse(parseObject(message as string)).data : undefined;
      if (start === undefined) refuse();
      else if (!this.#onStart(legId, start.start, socket)) refuse();
      else settle();
    });
  }

  #count(legId: string, by: number): void {
    const count = (this.#waiting.get(legId) ?? 0) + by;
    if (count > 0) this.#waiting.set(legId, count);
    else this.#waiting.delete(legId);
  }
}
