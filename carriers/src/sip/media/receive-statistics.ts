import type { RtpPacket } from './rtp-packet.ts';

/**
 * What a receiver report tells (RFC 3550 section 6.4.1, appendices A.1, A.3 and A.8), and the sums of the whole leg
 * across changes of the source.
 */
export class ReceiveStatistics {
  packetsReceived = 0;
  #lostBefore = 0;
  #hasSource = false;
  #source = 0;
  #baseSequence = 0;
  /** Highest sequence number with its count of wraps in the upper bits. */
  #highest = 0;
  #received = 0;
  #expectedAtReport = 0;
  #receivedAtReport = 0;
  #jumpTo = -1;
  #lastTransit = 0;
  #hasTransit = false;
  #jitter = 0;

  /** `isAudio`: telephone events repeat their timestamp and say nothing about jitter (RFC 4733 section 2.3). */
  onPacket(packet: RtpPacket, arrival: { ms: number; isAudio: boolean }): void {
    this.packetsReceived += 1;
    if (!this.#hasSource || packet.source !== this.#source) this.#restart(packet);
    const ahead = ((packet.sequence - this.#highest) << 16) >> 16;
    if (ahead > jumpPackets || ahead < -jumpPackets) {
      if (packet.sequence !== this.#jumpTo) {
        this.#jumpTo = (packet.sequence + 1) & 0xffff;
        return;
      }
      this.#restart(packet);
    } else if (ahead > 0) this.#highest += ahead;
    this.#received += 1;
    if (arrival.isAudio) this.#measureJitter(packet.timestamp, arrival.ms);
  }

  /** Packets that never came, of all sources; duplicates count against it, as in RFC 3550. */
  get packetsLost(): number {
    return this.#lostBefore + Math.max(0, this.#expected - this.#received);
  }

  /** In units of 1/8000 s. */
  get jitter(): number {
    return this.#jitter;
  }

  /** The figures of a report block, or null before anything came. Starts the next interval. */
  takeReport(): {
    source: number;
    fractionLost: number;
    lost: number;
    highest: number;
    jitter: number;
  } | null {
    if (!this.#hasSource) return null;
    const expected = this.#expected - this.#expectedAtReport;
    const lost = expected - (this.#received - this.#receivedAtReport);
    this.#expectedAtReport = this.#expected;
    this.#receivedAtReport = this.#received;
    return {
      source: this.#source,
      fractionLost: expected <= 0 || lost <= 0 ? 0 : Math.min(255, Math.floor((lost * 256) / expected)),
      lost: Math.min(0x7fffff, Math.max(-0x800000, this.#expected - this.#received)),
      highest: this.#highest >>> 0,
      jitter: Math.floor(this.#jitter),
    };
  }

  get #expected(): number {
    return this.#hasSource ? this.#highest - this.#baseSequence + 1 : 0;
  }

  #restart(packet: RtpPacket): void {
    this.#lostBefore = this.packetsLost;
    this.#hasSource = true;
    this.#source = packet.source;
    this.#baseSequence = packet.sequence;
    this.#highest = packet.sequence;
    this.#received = 0;
    this.#expectedAtReport = 0;
    this.#receivedAtReport = 0;
    this.#jumpTo = -1;
    this.#hasTransit = false;
  }

  #measureJitter(timestamp: number, arrivalMs: number): void {
    // Modulo 2^32, as timestamps are.
    const transit = (Math.round(arrivalMs * 8) - timestamp) | 0;
    if (this.#hasTransit) {
      const change = Math.abs((transit - this.#lastTransit) | 0);
      // A leap of the clock is no jitter.
      if (change < clockLeapUnits) this.#jitter += (change - this.#jitter) / 16;
    }
    this.#lastTransit = transit;
    this.#hasTransit = true;
  }
}

/** As in the packet buffer: a jump of more than two seconds of 20 ms packets is a restart of the sender. */
const jumpPackets = 100;
const clockLeapUnits = 10 * 8000;
