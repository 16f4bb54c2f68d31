import type { DatagramListener } from './rtp-socket.ts';
import { addressOf, systemCalls } from './system-calls.ts';

/**
 * The memory into which the system writes the datagrams of one `recvmmsg`, with where and when each came from. One per
 * thread: what was received is handed on before the next call. Layout: recvmmsg(2), recvmsg(2), cmsg(3), socket(7), on
 * 64-bit little-endian Linux.
 */
export class ReceiveArea {
  /** A stream brings one datagram per tick, sometimes two. */
  static readonly slots = 4;
  readonly #buffer = new ArrayBuffer(ReceiveArea.slots * slotBytes);
  readonly #at = addressOf(this.#buffer);
  readonly #octets = new Uint8Array(this.#buffer);
  readonly #words = new Uint32Array(this.#buffer);
  /** Views of the datagrams; a steady stream needs no new ones. */
  readonly #views: Uint8Array[] = [];
  readonly #from = { address: '', port: 0 };
  /** The address that `#from` tells in words, as it came. */
  #rawAddress = -1;

  constructor() {
    const pointers = new BigUint64Array(this.#buffer);
    for (let slot = 0; slot < ReceiveArea.slots; slot += 1) {
      const header = slot * headerBytes;
      const base = this.#at + BigInt(slotStart(slot));
      pointers[header / 8] = base + BigInt(nameOffset);
      pointers[(header + 16) / 8] = base + BigInt(vectorOffset);
      pointers[(header + 24) / 8] = 1n;
      pointers[(header + 32) / 8] = base + BigInt(controlOffset);
      const vector = (slotStart(slot) + vectorOffset) / 8;
      pointers[vector] = base + BigInt(dataOffset);
      pointers[vector + 1] = BigInt(dataBytes);
      this.#views.push(new Uint8Array(this.#buffer, slotStart(slot) + dataOffset, 0));
    }
  }

  /** Takes what waits at a socket, at most `slots` datagrams. Returns how many. */
  receive(fd: number): number {
    const words = this.#words;
    for (let slot = 0; slot < ReceiveArea.slots; slot += 1) {
      const header = (slot * headerBytes) / 4;
      words[header + 2] = nameBytes;
      words[header + 10] = controlBytes;
    }
    const taken = systemCalls!.recvmmsg(fd, this.#at, ReceiveArea.slots, MSG_DONTWAIT, 0n);
    return taken < 0 ? 0 : taken;
  }

  /** Tells a listener of a datagram of the last `receive`. Longer ones than any packet of audio are left out. */
  hand(slot: number, wallMs: number, listener: DatagramListener): void {
    const header = (slot * headerBytes) / 4;
    if (this.#words[header + 12]! & MSG_TRUNC) return;
    const length = this.#words[header + 14]!;
    if (this.#views[slot]!.length !== length)
      this.#views[slot] = new Uint8Array(this.#buffer, slotStart(slot) + dataOffset, length);
    this.#readSource(slotStart(slot) + nameOffset);
    listener(this.#views[slot]!, this.#from, this.#ageOf(slot, wallMs));
  }

  #readSource(at: number): void {
    const octets = this.#octets;
    this.#from.port = (octets[at + 2]! << 8) | octets[at + 3]!;
    const raw = this.#words[(at + 4) / 4]!;
    if (raw === this.#rawAddress) return;
    this.#rawAddress = raw;
    this.#from.address = `${octets[at + 4]!}.${octets[at + 5]!}.${octets[at + 6]!}.${octets[at + 7]!}`;
  }

  /** 0 where the stamp tells nothing: the clock of the wall was set meanwhile. */
  #ageOf(slot: number, wallMs: number): number {
    const header = (slot * headerBytes) / 4;
    const words = this.#words;
    const control = (slotStart(slot) + controlOffset) / 4;
    if (words[header + 10]! < stampBytes || words[control + 3] !== SO_TIMESTAMPNS) return 0;
    const ageMs = wallMs - (words[control + 4]! * 1000 + words[control + 6]! / 1e6);
    return ageMs >= 0 && ageMs < longestAgeMs ? ageMs : 0;
  }
}

function slotStart(slot: number): number {
  return ReceiveArea.slots * headerBytes + slot * contentBytes;
}

/** A `struct mmsghdr`. */
const headerBytes = 64;
// What a header points to: a `sockaddr_in`, an `iovec`, a `cmsghdr` with a `timespec`, and the datagram.
const nameOffset = 0;
const nameBytes = 16;
const vectorOffset = 16;
const controlOffset = 32;
const controlBytes = 64;
const stampBytes = 32;
const dataOffset = 96;
/** More than any packet of audio, and than a network carries in one piece. */
const dataBytes = 2048 - 96;
const contentBytes = 2048;
const slotBytes = headerBytes + contentBytes;
/** What the socket's buffer holds. */
const longestAgeMs = 5000;

const MSG_DONTWAIT = 0x40;
const MSG_TRUNC = 0x20;
const SO_TIMESTAMPNS = 35;
