import { decodeMuLaw } from '@parley/engine/audio/g711';
import { createResampler } from '@parley/engine/audio/resample';
import { SharedTicker } from '@parley/server/features/calls/thread/shared-ticker';
import { readCustomerClips, type SpokenLine } from '../calls/speech-clips.ts';
import { Distribution, type Percentiles } from '../measuring/distribution.ts';
import { serveQuestions } from '../measuring/pinned-process.ts';
import { type RivalCall, startRivalCall } from './rival-call.ts';
import { loadRival, type RivalFrame, type RivalLibrary } from './rival-library.ts';
import { openRivalProviders } from './rival-providers.ts';

export type RivalOptions = {
  calls: number;
  /** Spoken one after the other, they are each answer. */
  lines: readonly SpokenLine[];
  endpointingMs: number;
  clipMs: { min: number; max: number };
  /** The customer's silence after a clip: a share of the clip, and a time. */
  silence: { share: number; ms: number };
};

export type RivalWindow = {
  cpuMs: number;
  elapsedMs: number;
  rssMiB: number;
  jitterMs: Percentiles;
  frames: number;
  underruns: number;
  /** From final text to the first frame at the sink. */
  delaysMs: number[];
  answers: number;
};

const ticker = new SharedTicker();
const calls: { call: RivalCall; finals: number[]; customer: () => RivalFrame; lastMs: number }[] = [];
let jitterMs: Distribution | null = null;
let frames = 0;
let begun = { startMs: 0, frames: 0, underruns: 0, cpu: process.cpuUsage() };

/** The rival under the load of our calls: the same thread, ticker, speech and instant providers; no codec, no network. */
serveQuestions({
  async open(options: RivalOptions): Promise<void> {
    const library = await loadRival();
    const { lines } = options;
    const answer = lines.map(({ text }) => text).join(' ');
    const answerFrames = makeAnswer(library, lines);
    const makeCustomer = prepareCustomers(library, options);
    for (let i = 0; i < options.calls; i += 1) {
      const finals: number[] = [];
      const providers = openRivalProviders({
        library,
        answer,
        answerFrames,
        onFinal: (atMs) => finals.push(atMs),
      });
      const call = await startRivalCall({ library, providers, endpointingMs: options.endpointingMs });
      const running = { call, finals, customer: makeCustomer(), lastMs: 0 };
      calls.push(running);
      ticker.subscribe(() => {
        const nowMs = performance.now();
        frames += 1;
        if (jitterMs && running.lastMs > 0) jitterMs.add(Math.abs(nowMs - running.lastMs - 20));
        running.lastMs = nowMs;
        call.tick(running.customer());
      });
    }
  },

  begin(): void {
    jitterMs = new Distribution();
    begun = { startMs: performance.now(), frames, underruns: countUnderruns(), cpu: process.cpuUsage() };
  },

  end(): RivalWindow {
    const { user, system } = process.cpuUsage(begun.cpu);
    const delaysMs = calls.flatMap(({ call, finals }) =>
      finals.flatMap((final) => {
        const first = call.state.begins.find((atMs) => atMs >= final);
        return first !== undefined && first - final < 2000 ? [first - final] : [];
      }),
    );
    return {
      cpuMs: (user + system) / 1000,
      elapsedMs: performance.now() - begun.startMs,
      rssMiB: process.memoryUsage.rss() / 2 ** 20,
      jitterMs: jitterMs?.summary ?? new Distribution().summary,
      frames: frames - begun.frames,
      underruns: countUnderruns() - begun.underruns,
      delaysMs,
      answers: calls.reduce((sum, { call }) => sum + call.state.begins.length, 0),
    };
  },
});

function countUnderruns(): number {
  return calls.reduce((sum, { call }) => sum + call.state.underruns, 0);
}

/** Frames of 100 ms at 8 kHz: what it would otherwise have to resample and cut is done before. */
function makeAnswer(library: RivalLibrary, lines: readonly SpokenLine[]): RivalFrame[] {
  return lines.flatMap(({ samples, sampleRateHz }) => {
    const resampler = createResampler(sampleRateHz, 8000);
    const narrow = Int16Array.from([...resampler.process(samples), ...resampler.flush()]);
    return Array.from({ length: Math.floor(narrow.length / 800) }, (_, i) => {
      return new library.AudioFrame(narrow.slice(i * 800, (i + 1) * 800), 8000, 1, 800);
    });
  });
}

function prepareCustomers(
  library: RivalLibrary,
  { clipMs, silence }: Pick<RivalOptions, 'clipMs' | 'silence'>,
): () => () => RivalFrame {
  const toFrame = (codes: Uint8Array): RivalFrame => {
    const samples = new Int16Array(160);
    decodeMuLaw(codes, samples);
    return new library.AudioFrame(samples, 8000, 1, 160);
  };
  const quiet = toFrame(new Uint8Array(160).fill(0xff));
  const clips = readCustomerClips()
    .filter(({ frames: all }) => all.length * 20 >= clipMs.min && all.length * 20 <= clipMs.max)
    .map(({ frames: all }) => all.map(toFrame));
  return () => {
    let clip = clips[Math.floor(Math.random() * clips.length)]!;
    let at = -Math.floor(50 + Math.random() * 150);
    return () => {
      at += 1;
      if (at <= 0) return quiet;
      const frame = clip[at - 1]!;
      if (at >= clip.length) {
        at = -Math.round(clip.length * silence.share + silence.ms / 20);
        clip = clips[Math.floor(Math.random() * clips.length)]!;
      }
      return frame;
    };
  };
}
