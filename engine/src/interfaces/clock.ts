/** Time as the engine sees it. The engine keeps no timer of its own: it is ticked. */
export interface Clock {
  /** Monotonic time in ms, fractions allowed. Only differences mean anything. */
  nowMs(): number;
}

/** Length of a frame: what telephony sends per packet (RFC 3551 section 4.2). */
export const frameMs = 20;

/**
 * Calls every subscriber once per 20 ms, all from one absolute-time timer. After a stall it drops the
 * ticks that were missed beyond a small bound instead of replaying them.
 */
export interface Ticker {
  /**
   * Returns the function that unsubscribes. `onAhead` is what can be done before a tick: it may be called up to a few ms
   * ahead of it, more than once, or not at all, as there is time.
   */
  subscribe(onTick: () => void, onAhead?: () => void): () => void;
}
