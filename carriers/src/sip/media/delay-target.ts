/**
 * How long packets must wait to be played without gaps. Learns from arrivals: `lateness` of a packet is its transit
 * time above the least one of the last seconds; the target covers 97 % of what was seen lately and one frame more.
 * It grows within a few late packets and shrinks over many seconds.
 */
export class DelayTarget {
  /** Shares of the packets by lateness in steps of 20 ms, forgetting. Begins so that the target is 60 ms. */
  readonly #shares = new Float64Array(stepCount);
  #least = Number.POSITIVE_INFINITY;
  #leastBefore = Number.POSITIVE_INFINITY;
  #windowEndMs = Number.NEGATIVE_INFINITY;
  #targetMs = 60;

  constructor() {
    this.#shares[0] = 0.9;
    this.#shares[1] = 0.1;
  }

  /** From 40 to 200 ms. */
  get targetMs(): number {
    return this.#targetMs;
  }

  /** A packet of audio came. `timestamp` in units of 1/8000 s. */
  onPacket(arrivalMs: number, timestamp: number): void {
    const transitMs = arrivalMs - timestamp / 8;
    if (arrivalMs >= this.#windowEndMs) {
      // Two windows, so that the least transit follows a drifting clock within 5 to 10 s.
      this.#leastBefore = this.#windowEndMs === Number.NEGATIVE_INFINITY ? transitMs : this.#least;
      this.#least = transitMs;
      this.#windowEndMs = arrivalMs + windowMs;
    }
    if (transitMs < this.#least) this.#least = transitMs;
    const latenessMs = transitMs - Math.min(this.#least, this.#leastBefore);
    const step = latenessMs >= stepMs * stepCount ? stepCount - 1 : Math.floor(latenessMs / stepMs);
    const shares = this.#shares;
    for (let i = 0; i < stepCount; i += 1) shares[i] = shares[i]! * memory;
    shares[step] = shares[step]! + 1 - memory;
    let covered = 0;
    let needed = 0;
    while (needed < stepCount - 1) {
      covered += shares[needed]!;
      if (covered >= coveredShare) break;
      needed += 1;
    }
    this.#targetMs = Math.min((needed + 2) * stepMs, longestMs);
  }

  /** How long a sample waits when it is played now, counted from the earliest it could have come. */
  delayOf(timestamp: number, nowMs: number): number {
    return nowMs - timestamp / 8 - Math.min(this.#least, this.#leastBefore);
  }

  /** The timeline moved: this packet counts as one that came without delay. */
  restartWith(packet: { arrivalMs: number; timestamp: number }): void {
    this.#least = packet.arrivalMs - packet.timestamp / 8;
    this.#leastBefore = this.#least;
    this.#windowEndMs = packet.arrivalMs + windowMs;
  }
}

/** Longest delay the buffer adds on purpose. Beyond it, talking turns become hard (ITU-T G.114 section 4). */
export const longestMs = 200;

const stepMs = 20;
const stepCount = 10;
const windowMs = 5000;
/** Per packet; half of what was seen is forgotten in 350 packets, 7 s of 20 ms. */
const memory = 0.998;
const coveredShare = 0.97;
