import type { MediaEvent } from '@parley/engine/interfaces/media-stream';

/** Events of a line until its call takes them. A far end may not fill our memory meanwhile. */
export class EventInbox {
  #events: MediaEvent[] = [];

  add(event: MediaEvent): void {
    if (this.#events.length < mostEvents) this.#events.push(event);
  }

  /** All since the last time. */
  take(): readonly MediaEvent[] {
    if (this.#events.length === 0) return none;
    const events = this.#events;
    this.#events = [];
    return events;
  }

  clear(): void {
    this.#events = [];
  }
}

const none: readonly MediaEvent[] = [];
/** A call takes them 50 times a second. */
const mostEvents = 100;
