/**
 * How long packets must wait to be played without gaps. Learns from arrivals: `lateness` of a packet is its transit
 * time above the least one of the last seconds; the target covers 97 % of what was seen lately and one frame more.
 * It grows within a few late packets and shrinks over many seconds.
 */
export class DelayTarget {
  /** Packets by lateness in steps of 10 ms, weighed, and their sum. Begins so that the target is 40 ms. */
  readonly #shares = new Float64Array(stepCount);
  #total = presumed;
  /** Of the packet that came last: grows, so that older ones count less and less. */
  #weight = 1 - memory;
  #least = Number.POSITIVE_INFINITY;
  #leastBefore = Number.POSITIVE_INFINITY;
  #windowEndMs = Number.NEGATIVE_INFINITY;
  #targetMs = 40;

  constructor() {
    this.#shares[0] = presumed * 0.9;
    this.#shares[1] = presumed * 0.1;
  }

  /** From 30 to 200 ms. */
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
    // Instead of all that was seen counting less, the new counts more: nearly every packet touches one number only.
    this.#weight /= memory;
    this.#total += this.#weight;
    shares[step] = shares[step]! + this.#weight;
    if (this.#weight > heaviest) this.#lighten();
    const wanted = this.#total * coveredShare;
    let covered = 0;
    let needed = 0;
    while (needed < stepCount - 1) {
      covered += shares[needed]!;
      if (covered >= wanted) break;
      needed += 1;
    }
    this.#targetMs = Math.min((needed + 1) * stepMs + frameMs, longestMs);
  }

  /** How long a sample waits when it is played now, counted from the earliest it could have come. */
  delayOf(timestamp: number, nowMs: number): number {
    return nowMs - timestamp / 8 - Math.min(this.#least, this.#leastBefore);
  }

  #lighten(): void {
    const shares = this.#shares;
    for (let i = 0; i < stepCount; i += 1) shares[i] = shares[i]! / heaviest;
    this.#total /= heaviest;
    this.#weight /= heaviest;
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

const stepMs = 10;
const stepCount = 20;
/** What is read at once: a packet that is late by less than the target is there when its frame is due. */
const frameMs = 20;
const windowMs = 5000;
/** Per packet; half of what was seen is forgotten in 350 packets, 7 s of 20 ms. */
const memory = 0.998;
const coveredShare = 0.97;
/** What is presumed counts as much as the first 100 packets: a line with jitter is known by its first few late ones. */
const presumed = 0.2;
/** Far from where doubles lose count. */
const heaviest = 1e6;
