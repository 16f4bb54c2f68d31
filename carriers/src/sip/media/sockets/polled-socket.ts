import { isIPv4 } from 'node:net';
import { ReceiveArea } from './receive-area.ts';
import { type DatagramListener, type RtpSocket, receiveBufferBytes } from './rtp-socket.ts';
import { addressOf, systemCalls } from './system-calls.ts';

/**
 * Binds a socket that is asked for its datagrams at each tick, instead of waking the thread for every packet and making
 * objects and events of it. The system stamps when they came. Undefined where that cannot be done,
 * or the port is not free.
 */
export function bindPolledSocket(address: string, port: number): RtpSocket | undefined {
  if (!systemCalls) return undefined;
  isProven ??= hearsItself();
  if (!isProven) return undefined;
  const fd = systemCalls.socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return undefined;
  setOption(fd, SO_RCVBUF, receiveBufferBytes);
  setOption(fd, SO_TIMESTAMPNS, 1);
  writeAddress(port, address);
  if (systemCalls.bind(fd, addressAt, addressBytes) === 0) return new PolledSocket(fd);
  systemCalls.close(fd);
  return undefined;
}

class PolledSocket implements RtpSocket {
  #fd: number;
  #listener: DatagramListener | undefined;

  constructor(fd: number) {
    this.#fd = fd;
    openFds.add(fd);
  }

  onDatagram(listener: DatagramListener): void {
    this.#listener = listener;
  }

  poll(wallMs: number): void {
    // A burst is read to its end, but a flood holds nobody up.
    for (let read = 0; read < mostAtOnce; read += 1) {
      if (this.#fd === closed || !this.#listener) return;
      const length = receiveArea().receive(this.#fd);
      if (length < 0) return;
      receiveArea().hand(length, wallMs, this.#listener);
    }
  }

  sendTo(bytes: Uint8Array, port: number, address: string): void {
    if (this.#fd === closed || !isIPv4(address) || !layOut(bytes)) return;
    writeAddress(port, address);
    const size = sizes[bytes.length]!;
    systemCalls!.sendto(this.#fd, outgoingAt, size, MSG_DONTWAIT, addressAt, addressBytes);
  }

  send(bytes: Uint8Array): void {
    if (this.#fd === closed || !layOut(bytes)) return;
    // One fails after the far end's system said that nobody is there; the next goes out again.
    systemCalls!.write(this.#fd, outgoingAt, sizes[bytes.length]!);
  }

  connect(port: number, address: string): boolean {
    if (this.#fd === closed || !isIPv4(address)) return false;
    writeAddress(port, address);
    return systemCalls!.connect(this.#fd, addressAt, addressBytes) === 0;
  }

  disconnect(): void {
    if (this.#fd === closed) return;
    // connect(2): an address of no family dissolves the association.
    addressWords.fill(0);
    systemCalls!.connect(this.#fd, addressAt, addressBytes);
  }

  close(): void {
    if (this.#fd === closed) return;
    openFds.delete(this.#fd);
    systemCalls!.close(this.#fd);
    this.#fd = closed;
  }
}

/** Brings what is sent to where the system reads it. False where it is longer than any packet. */
function layOut(bytes: Uint8Array): boolean {
  if (bytes.length > outgoing.length) return false;
  outgoing.set(bytes);
  return true;
}

/** Made with the first socket: threads without calls over RTP need none. */
let area: ReceiveArea | undefined;
function receiveArea(): ReceiveArea {
  area ??= new ReceiveArea();
  return area;
}

/** Some sandboxes refuse system calls that others offer: a datagram is sent to ourselves before calls depend on it. */
let isProven: boolean | undefined;
function hearsItself(): boolean {
  const pair = new Int32Array(new ArrayBuffer(8));
  if (systemCalls!.socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, addressOf(pair.buffer)) !== 0)
    return false;
  const [near, far] = pair as unknown as [number, number];
  systemCalls!.write(near, outgoingAt, sizes[3]!);
  const length = receiveArea().receive(far);
  systemCalls!.close(near);
  systemCalls!.close(far);
  return length === 3;
}

function setOption(fd: number, option: number, value: number): void {
  optionValue[0] = value;
  systemCalls!.setsockopt(fd, SOL_SOCKET, option, optionAt, optionValue.byteLength);
}

/** A `sockaddr_in` (ip(7)): the family in the machine's byte order, port and address in that of the network. */
function writeAddress(port: number, address: string): void {
  addressWords.fill(0);
  addressWords[0] = AF_INET;
  addressOctets[2] = port >> 8;
  addressOctets[3] = port & 0xff;
  const parts = address.split('.');
  for (let i = 0; i < 4; i += 1) addressOctets[4 + i] = Number(parts[i]);
}

/** What a thread that fails leaves open would stay open as long as the process. */
const openFds = new Set<number>();
process.once('exit', () => {
  for (const fd of openFds) systemCalls?.close(fd);
});

const closed = -1;
const nowhere = 0n;
/** What comes in more than half a second. */
const mostAtOnce = 32;

const addressBytes = 16;
const addressOctets = new Uint8Array(new ArrayBuffer(addressBytes));
const addressWords = new Uint16Array(addressOctets.buffer);
const addressAt = systemCalls ? addressOf(addressOctets.buffer) : nowhere;
const optionValue = new Int32Array(new ArrayBuffer(4));
const optionAt = systemCalls ? addressOf(optionValue.buffer) : nowhere;
/** What leaves is copied by the system during the call: all sockets of a thread share one place. */
const outgoing = new Uint8Array(new ArrayBuffer(1500));
const outgoingAt = systemCalls ? addressOf(outgoing.buffer) : nowhere;
const sizes = Array.from({ length: outgoing.length + 1 }, (_, size) => BigInt(size));

// Linux, asm-generic: socket(7), ip(7), recv(2), and its headers.
const AF_UNIX = 1;
const AF_INET = 2;
const SOCK_DGRAM = 2;
const SOCK_NONBLOCK = 0o4000;
const SOCK_CLOEXEC = 0o2000000;
const SOL_SOCKET = 1;
const SO_RCVBUF = 8;
const SO_TIMESTAMPNS = 35;
const MSG_DONTWAIT = 0x40;
