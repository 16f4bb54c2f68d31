import { decodeMuLaw, encodeMuLaw } from '@parley/engine/audio/g711';
import { Pacer } from '@parley/engine/audio/pacer';
import { createResampler } from '@parley/engine/audio/resample';
import { putOnLine } from '@parley/engine/vad/clips/line';
import { createVad } from '@parley/engine/vad/vad';
import { loadSpeech } from './vad-table-speech.ts';

/**
 * Measures what the audio path of one call costs per 20 ms, in microseconds of one core, each part alone and all
 * together: `node bench/src/vad-table-cost.ts`. The customer speaks all the time in "speech" rows.
 */
export async function measureAudioCost(): Promise<Record<string, number>> {
  const [speech] = await loadSpeech(true);
  const heard = putOnLine(speech!.samples, {
    levelDbfs: -20,
    snrDb: 20,
    leadMs: 0,
    tailMs: 0,
    seed: 1,
  }).samples;
  const frames = Array.from({ length: Math.floor(heard.length / 160) }, (_, i) =>
    heard.slice(i * 160, i * 160 + 160),
  );
  const quiet = frames.map((_, i) => Int16Array.from({ length: 160 }, (_unused, k) => ((i * k) % 5) * 2));
  const codes = new Uint8Array(160);
  const decoded = new Int16Array(160);
  const record = new Int16Array(320);
  const fromSynthesiser = new Int16Array(480).map((_, i) => 8000 * Math.sin(i / 5));
  const frameAt = (list: readonly Int16Array[], i: number) => list[i % list.length]!;
  const wide = frames.map((frame) => createResampler(8000, 16_000).process(frame).slice(0, 160));
  const wideFrames = wide.map((half) => Int16Array.from([...half, ...half]));
  const [speechVad, quietVad, wideVad, callVad] = [8000, 8000, 16_000, 8000].map((sampleRateHz) => {
    return createVad({ sampleRateHz: sampleRateHz === 8000 ? 8000 : 16_000 });
  });
  const down = createResampler(24_000, 8000);
  const half = createResampler(16_000, 8000);
  const callDown = createResampler(24_000, 8000);
  const pacer = new Pacer({ sampleRateHz: 8000, maxQueuedMs: 500 });
  let sentenceIndex = 0;
  const say = (samples: Int16Array) => {
    sentenceIndex += 1;
    const text = 'One sentence.';
    pacer.enqueue({ generation: Math.floor(sentenceIndex / 50), sentenceIndex, text, samples, isLast: true });
    return pacer.next();
  };
  const keep = (agent: Int16Array, customer: Int16Array) => {
    for (let i = 0; i < 160; i++) {
      record[2 * i] = agent[i]!;
      record[2 * i + 1] = customer[i]!;
    }
  };
  return {
    'mu-law decode': time(() => decodeMuLaw(codes, decoded)),
    'mu-law encode': time((i) => encodeMuLaw(frameAt(frames, i), codes)),
    'VAD, quiet line': time((i) => quietVad!.process(frameAt(quiet, i))),
    'VAD, speech at 8 kHz': time((i) => speechVad!.process(frameAt(frames, i))),
    'VAD, speech at 16 kHz': time((i) => wideVad!.process(frameAt(wideFrames, i))),
    'resample 24 to 8 kHz': time(() => down.process(fromSynthesiser)),
    'resample 16 to 8 kHz': time(() => half.process(fromSynthesiser.subarray(0, 320))),
    pacer: time((i) => say(frameAt(frames, i))),
    'all, customer speaks': time((i) => {
      decodeMuLaw(codes, decoded);
      callVad!.process(frameAt(frames, i));
      keep(frameAt(quiet, i), decoded);
    }),
    'all, agent speaks': time((i) => {
      decodeMuLaw(codes, decoded);
      quietVad!.process(frameAt(quiet, i));
      const frame = say(callDown.process(fromSynthesiser).subarray(0, 160));
      if (!frame) return;
      keep(frame.samples, decoded);
      encodeMuLaw(frame.samples, codes);
    }),
  };
}

/** The median of five rounds, after one to warm up. */
function time(work: (i: number) => unknown): number {
  const rounds = 20_000;
  const results: number[] = [];
  for (let round = 0; round < 6; round++) {
    const before = process.cpuUsage();
    for (let i = 0; i < rounds; i++) work(i);
    const used = process.cpuUsage(before);
    if (round > 0) results.push((used.user + used.system) / rounds);
  }
  return results.sort((a, b) => a - b)[2]!;
}

if (import.meta.main) {
  for (const [part, microseconds] of Object.entries(await measureAudioCost())) {
    console.log(`${part.padEnd(24)} ${microseconds.toFixed(2)} us`);
  }
}
