import { createSocket, type Socket } from 'node:dgram';
import {
  createRtpPacket,
  parseRtp,
  rtpHeaderBytes,
  writeRtpHeader,
} from '@parley/carriers/sip/media/rtp-packet';
import { decodeMuLaw, encodeMuLaw } from '@parley/engine/audio/g711';
import { SharedTicker } from '@parley/server/features/calls/thread/shared-ticker';
import { serveQuestions } from '../measuring/pinned-process.ts';
import { CpuWindow, type ProductWindow } from './cpu-window.ts';
import type { MeasuredCalls } from './measured-calls.ts';

const frameSamples = 160;
const ticker = new SharedTicker();
const lines: PlainLine[] = [];
const totals = { legs: 0, packetsSent: 0, packetsReceived: 0 };
let window: CpuWindow | null = null;

/**
 * RTP and codec alone, by Node's own sockets: what comes is parsed, decoded, its level taken, and kept; what goes is
 * encoded and sent, every 20 ms. No jitter buffer, detector, turn rules, agent or recording. A yardstick for the core.
 */
class PlainLine {
  readonly #socket: Socket;
  readonly #packet = createRtpPacket();
  readonly #frame = new Int16Array(frameSamples);
  readonly #kept = new Int16Array(frameSamples * 10);
  readonly #header = { payloadType: 0, hasMarker: false, sequence: 0, timestamp: 0, source: 1 };
  /** Two take turns: the system may still read the one before. */
  readonly #outgoing = [0, 1].map(() => new Uint8Array(rtpHeaderBytes + frameSamples));
  #place = 0;
  #port = 0;
  /** Read by nobody: it is there to be computed. */
  level = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('message', (bytes) => this.#take(bytes));
  }

  get port(): number {
    return this.#socket.address().port;
  }

  begin(port: number): void {
    this.#port = port;
    ticker.subscribe(() => this.#send());
  }

  #take(bytes: Uint8Array): void {
    if (!parseRtp(bytes, this.#packet)) return;
    totals.packetsReceived += 1;
    const samples = decodeMuLaw(bytes.subarray(this.#packet.start, this.#packet.end), this.#frame);
    let power = 0;
    for (let i = 0; i < samples; i += 1) {
      const sample = this.#frame[i]!;
      power += sample * sample;
      this.#kept[this.#place + i] = sample;
    }
    this.level = Math.sqrt(power / samples);
    this.#place = (this.#place + samples) % this.#kept.length;
  }

  #send(): void {
    const header = this.#header;
    const bytes = this.#outgoing[header.sequence & 1]!;
    writeRtpHeader(bytes, header);
    encodeMuLaw(this.#frame, bytes.subarray(rtpHeaderBytes));
    this.#socket.send(bytes, this.#port, '127.0.0.1');
    totals.packetsSent += 1;
    header.sequence = (header.sequence + 1) & 0xffff;
    header.timestamp = (header.timestamp + frameSamples) >>> 0;
  }
}

serveQuestions({
  async open({ calls }: { calls: number }): Promise<number[]> {
    for (let call = 0; call < calls; call += 1) {
      const socket = createSocket({ type: 'udp4', lookup: (name, _options, done) => done(null, name, 4) });
      await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
      lines.push(new PlainLine(socket));
    }
    return lines.map(({ port }) => port);
  },

  start({ ports }: { ports: readonly number[] }): void {
    for (const [call, port] of ports.entries()) lines[call]!.begin(port);
  },

  begin(): void {
    window = new CpuWindow(() => ticker.takeLateMsMax());
  },

  end(): ProductWindow {
    if (!window) throw new Error('Nothing is being measured.');
    return window.end();
  },

  finals: () => [],

  /** What was sent and received. The process is ended next. */
  hangUp: (): MeasuredCalls['totals'] & { failures: string[] } => ({ ...totals, failures: [] }),
});
