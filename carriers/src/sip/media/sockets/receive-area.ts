import type { DatagramListener } from './rtp-socket.ts';
import { addressOf, systemCalls } from './system-calls.ts';

/**
 * The memory into which the system writes a datagram, with where and when it came from. One per thread: what was
 * received is handed on before the next. Layout: recvmsg(2), cmsg(3), socket(7), on 64-bit little-endian Linux.
 */
export class ReceiveArea {
  readonly #buffer = new ArrayBuffer(areaBytes);
  readonly #at = addressOf(this.#buffer);
  readonly #octets = new Uint8Array(this.#buffer);
  readonly #words = new Uint32Array(this.#buffer);
  /** The datagram; a steady stream needs no new view. */
  #datagram = new Uint8Array(this.#buffer, dataOffset, 0);
  readonly #from = { address: '', port: 0 };
  /** The address that `#from` tells in words, as it came. */
  #rawAddress = -1;

  constructor() {
    const pointers = new BigUint64Array(this.#buffer);
    pointers[0] = this.#at + BigInt(nameOffset);
    pointers[16 / 8] = this.#at + BigInt(vectorOffset);
    pointers[24 / 8] = 1n;
    pointers[32 / 8] = this.#at + BigInt(controlOffset);
    pointers[vectorOffset / 8] = this.#at + BigInt(dataOffset);
    pointers[vectorOffset / 8 + 1] = BigInt(dataBytes);
  }

  /** Takes one datagram that waits at a socket. Returns its length; less than 0 where none waits. */
  receive(fd: number): number {
    this.#words[nameLength] = nameBytes;
    this.#words[controlLength] = controlBytes;
    return systemCalls!.recvmsg(fd, this.#at, MSG_DONTWAIT);
  }

  /** Tells a listener of the datagram of the last `receive`. Longer ones than any packet of audio are left out. */
  hand(length: number, wallMs: number, listener: DatagramListener): void {
    if (this.#words[flags]! & MSG_TRUNC) return;
    if (this.#datagram.length !== length) this.#datagram = new Uint8Array(this.#buffer, dataOffset, length);
    this.#readSource();
    listener(this.#datagram, this.#from, this.#age(wallMs));
  }

  #readSource(): void {
    const octets = this.#octets;
    const at = nameOffset;
    this.#from.port = (octets[at + 2]! << 8) | octets[at + 3]!;
    const raw = this.#words[(at + 4) / 4]!;
    if (raw === this.#rawAddress) return;
    this.#rawAddress = raw;
    this.#from.address = `${octets[at + 4]!}.${octets[at + 5]!}.${octets[at + 6]!}.${octets[at + 7]!}`;
  }

  /** 0 where the stamp tells nothing: the clock of the wall was set meanwhile. */
  #age(wallMs: number): number {
    const words = this.#words;
    const control = controlOffset / 4;
    if (words[controlLength]! < stampBytes || words[control + 3] !== SO_TIMESTAMPNS) return 0;
    const ageMs = wallMs - (words[control + 4]! * 1000 + words[control + 6]! / 1e6);
    return ageMs >= 0 && ageMs < longestAgeMs ? ageMs : 0;
  }
}

// The area begins with a `struct msghdr`; these are its fields that calls change, in words of 32 bits.
const nameLength = 2;
const controlLength = 10;
const flags = 12;
// What it points to: a `sockaddr_in`, an `iovec`, a `cmsghdr` with a `timespec`, and the datagram.
const nameOffset = 64;
const nameBytes = 16;
const vectorOffset = 80;
const controlOffset = 96;
const controlBytes = 64;
const stampBytes = 32;
const dataOffset = 160;
/** More than any packet of audio, and than a network carries in one piece. */
const dataBytes = 2048;
const areaBytes = dataOffset + dataBytes;
/** What the socket's buffer holds. */
const longestAgeMs = 5000;

const MSG_DONTWAIT = 0x40;
const MSG_TRUNC = 0x20;
const SO_TIMESTAMPNS = 35;
