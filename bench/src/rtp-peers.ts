import { createSocket, type Socket } from 'node:dgram';
import { parentPort, workerData } from 'node:worker_threads';
import { SrtpSession } from '@parley/carriers/sip/media/srtp/srtp-session';
import type { SrtpKeys } from '@parley/carriers/sip/media-messages';

/**
 * The far ends of the RTP bench, in a thread of their own: a socket per call, which sends a packet every 20 ms and notes
 * how far apart the packets of ours come.
 */
type PeersData = { ports: number[]; seconds: number; keys: SrtpKeys | undefined };

const { ports, seconds, keys } = workerData as PeersData;
const packetBytes = keys ? 182 : 172;
const gapsMs: number[] = [];
/** The first two seconds belong to the compiler. */
let measureFromMs = Number.POSITIVE_INFINITY;
let received = 0;
let sent = 0;

const peers = await Promise.all(ports.map(openPeer));
parentPort?.postMessage({ kind: 'ready', ports: peers.map(({ socket }) => socket.address().port) });
parentPort?.once('message', () => run());

type Peer = { socket: Socket; target: number; packet: Uint8Array; srtp: SrtpSession | null };

async function openPeer(target: number): Promise<Peer> {
  const socket = createSocket({
    type: 'udp4',
    lookup: (host, _options, callback) => callback(null, host, 4),
    recvBufferSize: 128 * 1024,
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  let lastMs = 0;
  socket.on('message', (bytes) => {
    if (bytes.length !== packetBytes) return;
    received += 1;
    const nowMs = performance.now();
    if (nowMs > measureFromMs) gapsMs.push(Math.abs(nowMs - lastMs - 20));
    lastMs = nowMs;
  });
  const packet = new Uint8Array(172).map(() => Math.random() * 256);
  packet[0] = 0x80;
  packet[1] = 0;
  return { socket, target, packet, srtp: keys ? new SrtpSession(keys, null) : null };
}

function run(): void {
  const startMs = performance.now();
  measureFromMs = startMs + 2000;
  let tick = 0;
  const step = () => {
    const nowMs = performance.now();
    // Four slots of 5 ms, by absolute time.
    while (startMs + tick * 5 <= nowMs) {
      for (let i = tick % 4; i < peers.length; i += 4) sendPacket(peers[i]!, Math.floor(tick / 4));
      tick += 1;
    }
    if (nowMs - startMs < seconds * 1000)
      setTimeout(step, Math.max(0, startMs + tick * 5 - performance.now()));
    else setTimeout(finish, 500);
  };
  step();
}

function sendPacket(peer: Peer, index: number): void {
  const view = new DataView(peer.packet.buffer);
  view.setUint16(2, index & 0xffff);
  view.setUint32(4, index * 160);
  peer.socket.send(
    peer.srtp?.protect(peer.packet) ?? peer.packet.slice(),
    peer.target,
    '127.0.0.1',
    () => {},
  );
  sent += 1;
}

function finish(): void {
  gapsMs.sort((a, b) => a - b);
  const at = (share: number) => gapsMs[Math.min(gapsMs.length - 1, Math.floor(gapsMs.length * share))] ?? 0;
  parentPort?.postMessage({
    kind: 'done',
    sent,
    received,
    jitterMs: { p50: at(0.5), p99: at(0.99), p999: at(0.999) },
  });
  for (const { socket } of peers) socket.close();
}
