import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { openMedia } from '@parley/carriers/sip/media/open-media';
import type { SipMediaStream } from '@parley/carriers/sip/media/sip-media-stream';
import type { SrtpKeys } from '@parley/carriers/sip/media-messages';

/**
 * Measures two-way RTP calls held by one thread: a tick of reading and writing per call every 20 ms, four phase slots,
 * absolute time. The far ends live in a worker thread. `node bench/src/rtp-bench.ts [calls] [seconds] [codec] [srtp]`.
 */
export async function runRtpBench(options: {
  calls: number;
  seconds: number;
  codec: 'PCMU' | 'PCMA' | 'G722';
  isEncrypted: boolean;
}): Promise<Record<string, unknown>> {
  const { calls, seconds, codec, isEncrypted } = options;
  let arrived = 0;
  const media = openMedia({
    environment: {
      sipHost: '127.0.0.1',
      sipPort: 0,
      rtpPortMin: 26_000,
      rtpPortMax: 26_000 + calls * 2 + 999,
      productName: 'bench',
      publicUrl: 'http://localhost:3000',
      processUrl: 'http://localhost:3000',
    },
    textToSpeech: null as never,
    onSignal: (_legId, signal) => {
      arrived += (signal as { packetsReceived?: number }).packetsReceived ?? 0;
    },
  });
  const ports: number[] = [];
  for (let i = 0; i < calls; i += 1) {
    const reserved = await media.reserve(`${i}`, {
      role: 'answerer',
      wanted: [codec],
      localAddress: '127.0.0.1',
    });
    ports.push((reserved as { port: number }).port);
  }
  const [ours, theirs] = ['A'.repeat(40), 'B'.repeat(40)];
  const keysOf = (sendKey: string, receiveKey: string): SrtpKeys | undefined =>
    isEncrypted ? { suite: 'AES_CM_128_HMAC_SHA1_80', sendKey, receiveKey } : undefined;
  const workerData = { ports, seconds, keys: keysOf(theirs, ours) };
  const peers = new Worker(new URL('./rtp-peers.ts', import.meta.url), { workerData });
  const [ready] = (await once(peers, 'message')) as [{ ports: number[] }];
  const streams: SipMediaStream[] = [];
  for (const [i, port] of ready.ports.entries()) {
    const payloadType = { PCMU: 0, PCMA: 8, G722: 9 }[codec];
    const remote = {
      address: '127.0.0.1',
      port,
      codec: { name: codec, payloadType },
      telephoneEventPayloadType: 101,
      direction: 'sendrecv',
      srtp: keysOf(ours, theirs),
    };
    await media.update(`${i}`, { kind: 'remote', remote });
    streams.push(media.stream(`${i}`) as SipMediaStream);
  }
  peers.postMessage('run');
  const usage = process.threadCpuUsage();
  const ticked = runTicks(streams, seconds * 1000);
  const [done] = (await once(peers, 'message')) as [
    Record<string, unknown> & { sent: number; received: number },
  ];
  const ticks = await ticked;
  const used = process.threadCpuUsage(usage);
  const sent = streams.reduce((sum, stream) => sum + stream.figures.packetsSent, 0);
  for (let i = 0; i < calls; i += 1) media.release(`${i}`);
  media.close();
  return {
    codec: isEncrypted ? `${codec}, SRTP` : codec,
    calls,
    seconds,
    threadCpuPercent: Math.round((used.user + used.system) / ticks.elapsedMs) / 10,
    microsecondsPerCallAndTick: round((used.user + used.system) / ((ticks.elapsedMs / 20) * calls)),
    ofWhichReadAndWrite: round((ticks.busyMs * 1000) / ticks.count),
    missedTicks: ticks.missed,
    lostOut: sent - done.received,
    lostIn: done.sent - arrived,
    jitterAtReceiverMs: done['jitterMs'],
  };
}

/** Reads and writes every stream once per 20 ms; measures the time inside. */
function runTicks(
  streams: SipMediaStream[],
  durationMs: number,
): Promise<{ elapsedMs: number; busyMs: number; count: number; missed: number }> {
  const startMs = performance.now();
  const speech = Int16Array.from({ length: 16_000 }, () => (Math.random() - 0.5) * 8000);
  const frames = new Map<number, Int16Array[]>();
  for (const rateHz of [8000, 16_000]) {
    const samples = rateHz / 50;
    frames.set(
      rateHz,
      Array.from({ length: 40 }, (_, i) => speech.slice(i * samples, (i + 1) * samples)),
    );
  }
  let slot = 0;
  let busyMs = 0;
  let count = 0;
  let missed = 0;
  return new Promise((resolve) => {
    const step = () => {
      let nowMs = performance.now();
      while (startMs + slot * 5 <= nowMs) {
        for (let i = slot % 4; i < streams.length; i += 4) {
          const stream = streams[i]!;
          stream.read();
          stream.write(frames.get(stream.sampleRateHz)![(slot + i) % 40]!);
          count += 1;
        }
        slot += 1;
        // A thread that cannot keep up leaves ticks out, as the calls' ticker does.
        if (performance.now() - startMs - slot * 5 > 100) {
          const due = Math.floor((performance.now() - startMs) / 5);
          missed += due - slot;
          slot = due;
        }
        const afterMs = performance.now();
        busyMs += afterMs - nowMs;
        nowMs = afterMs;
      }
      if (nowMs - startMs >= durationMs) resolve({ elapsedMs: nowMs - startMs, busyMs, count, missed });
      else setTimeout(step, Math.max(0, startMs + slot * 5 - performance.now()));
    };
    step();
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

if (process.argv[1] === import.meta.filename) {
  const [calls = '500', seconds = '10', codec = 'PCMU', encryption = ''] = process.argv.slice(2);
  const result = await runRtpBench({
    calls: Number(calls),
    seconds: Number(seconds),
    codec: codec === 'G722' || codec === 'PCMA' ? codec : 'PCMU',
    isEncrypted: encryption === 'srtp',
  });
  console.log(JSON.stringify(result));
}
