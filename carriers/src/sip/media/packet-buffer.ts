import type { RtpPacket } from './rtp-packet.ts';

/** A packet waiting for its turn. It is reused: read it only until it is dropped. */
export type BufferedPacket = {
  /** Counted on without wrapping, across restarts of the sender. */
  sequence: number;
  /** In units of 1/8000 s, without wrapping, across restarts of the sender. */
  timestamp: number;
  arrivalMs: number;
  payloadType: number;
  payload: Uint8Array;
};

export type PutOutcome = 'stored' | 'late' | 'duplicate' | 'jumped';

/**
 * Puts packets of one sender in order. A new source, or a sequence that jumps and goes on from there, continues
 * the same timeline at the time it arrived, so that the reader need not know. Holds 64 packets; the oldest give way.
 */
export class PacketBuffer {
  readonly #slots: (BufferedPacket | undefined)[] = new Array(slotCount).fill(undefined);
  /** Packets to be filled again: the one freed last is still in the processor's cache. */
  readonly #spare: BufferedPacket[] = [];
  #held = 0;
  #hasSource = false;
  #source = 0;
  /** The newest packet: as it came, and as it is counted here. */
  #newestRawSequence = 0;
  #newestRawTimestamp = 0;
  #newestSequence = 0;
  #newestTimestamp = 0;
  #newestArrivalMs = 0;
  /** All up to here has been taken or given up. */
  #doneSequence = 0;
  #lastTimestamp = 0;
  /** The sequence number that would confirm a jump; -1 for none. */
  #jumpTo = -1;

  /** Timestamp of the newest packet that ever came. */
  get newestTimestamp(): number {
    return this.#newestTimestamp;
  }

  /** Timestamp of the packet that was put last, on the timeline of `BufferedPacket`. */
  get lastTimestamp(): number {
    return this.#lastTimestamp;
  }

  /** How many packets wait. */
  get held(): number {
    return this.#held;
  }

  /** Whether packets before this one are missing. */
  isAfterGap(packet: BufferedPacket): boolean {
    return packet.sequence !== this.#doneSequence + 1;
  }

  /**
   * Stores a packet. `jumped`: its sequence number is far off; it counts when the next one confirms it
   * (RFC 3550 appendix A.1). The payload is copied.
   */
  put(packet: RtpPacket, bytes: Uint8Array, arrivalMs: number): PutOutcome {
    let sequence: number;
    let timestamp: number;
    if (!this.#hasSource || packet.source !== this.#source) {
      this.#continueWith(packet, arrivalMs);
      sequence = this.#newestSequence;
      timestamp = this.#newestTimestamp;
    } else {
      const ahead = ((packet.sequence - this.#newestRawSequence) << 16) >> 16;
      if (ahead > jumpPackets || ahead < -jumpPackets) {
        if (packet.sequence !== this.#jumpTo) {
          this.#jumpTo = (packet.sequence + 1) & 0xffff;
          return 'jumped';
        }
        this.#continueWith(packet, arrivalMs);
        sequence = this.#newestSequence;
        timestamp = this.#newestTimestamp;
      } else {
        sequence = this.#newestSequence + ahead;
        timestamp = this.#newestTimestamp + ((packet.timestamp - this.#newestRawTimestamp) | 0);
        if (ahead > 0) this.#setNewest({ packet, sequence, timestamp, arrivalMs });
      }
    }
    this.#lastTimestamp = timestamp;
    if (sequence <= this.#doneSequence) return 'late';
    this.#makeRoom(sequence);
    // All before the window has been given up: a packet that has this place already is the same.
    if (this.#slots[sequence & slotMask]) return 'duplicate';
    const buffered = this.#spare.pop() ?? newBufferedPacket();
    fill(buffered, packet, bytes);
    buffered.sequence = sequence;
    buffered.timestamp = timestamp;
    buffered.arrivalMs = arrivalMs;
    this.#slots[sequence & slotMask] = buffered;
    this.#held += 1;
    return 'stored';
  }

  /** The earliest packet that waits. */
  findFirst(): BufferedPacket | undefined {
    if (this.#held === 0) return undefined;
    for (let sequence = this.#doneSequence + 1; sequence <= this.#newestSequence; sequence += 1) {
      const packet = this.#slots[sequence & slotMask];
      if (packet) return packet;
    }
    return undefined;
  }

  /** Done with this packet and with all before it. */
  drop(packet: BufferedPacket): void {
    this.#doneSequence = packet.sequence;
    this.#free(packet);
  }

  #free(packet: BufferedPacket): void {
    this.#slots[packet.sequence & slotMask] = undefined;
    this.#spare.push(packet);
    this.#held -= 1;
  }

  #continueWith(packet: RtpPacket, arrivalMs: number): void {
    this.#jumpTo = -1;
    if (this.#hasSource) {
      const elapsed = Math.max(0, Math.round((arrivalMs - this.#newestArrivalMs) * 8));
      const timestamp = this.#newestTimestamp + Math.min(elapsed, longestPauseUnits);
      this.#setNewest({ packet, sequence: this.#newestSequence + 1, timestamp, arrivalMs });
    } else {
      this.#hasSource = true;
      this.#doneSequence = 1;
      // Packets that were overtaken by the very first one still find their place.
      this.#setNewest({ packet, sequence: 1 + firstReorderPackets, timestamp: 0, arrivalMs });
    }
    this.#source = packet.source;
  }

  #setNewest(newest: { packet: RtpPacket; sequence: number; timestamp: number; arrivalMs: number }): void {
    this.#newestRawSequence = newest.packet.sequence;
    this.#newestRawTimestamp = newest.packet.timestamp;
    this.#newestSequence = newest.sequence;
    this.#newestTimestamp = newest.timestamp;
    this.#newestArrivalMs = newest.arrivalMs;
    this.#jumpTo = -1;
  }

  /** Gives up what would share a slot with `sequence` or with what follows it. */
  #makeRoom(sequence: number): void {
    const oldest = sequence - slotCount;
    while (this.#doneSequence < oldest) {
      this.#doneSequence += 1;
      const packet = this.#slots[this.#doneSequence & slotMask];
      if (packet) this.#free(packet);
    }
  }
}

function newBufferedPacket(): BufferedPacket {
  return { sequence: 0, timestamp: 0, arrivalMs: 0, payloadType: 0, payload: new Uint8Array(0) };
}

/** The view keeps its length from packet to packet, so that a steady stream allocates nothing. */
function fill(buffered: BufferedPacket, packet: RtpPacket, bytes: Uint8Array): void {
  const length = packet.end - packet.start;
  if (buffered.payload.length !== length) {
    const { buffer } = buffered.payload;
    buffered.payload = new Uint8Array(
      buffer.byteLength >= length ? buffer : new ArrayBuffer(length),
      0,
      length,
    );
  }
  const { payload } = buffered;
  for (let i = 0; i < length; i += 1) payload[i] = bytes[packet.start + i]!;
  buffered.payloadType = packet.payloadType;
}

/** 64 packets are 1.28 s of 20 ms packets, far above the longest delay. A power of two. */
const slotCount = 64;
const slotMask = slotCount - 1;
/** A jump of two seconds of 20 ms packets is a restart, not a loss. RFC 3550 A.1 takes 3000, for any rate. */
const jumpPackets = 100;
const firstReorderPackets = 8;
/** An hour: keeps the timeline within 32-bit integers whatever the far end does. */
const longestPauseUnits = 3600 * 8000;
