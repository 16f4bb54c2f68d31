import { writeFileSync } from 'node:fs';
import { cutLow, putOnLine } from '@parley/engine/vad/clips/line';
import { PitchFinder } from '@parley/engine/vad/pitch';
import { createVad } from '@parley/engine/vad/vad';
import { listFreshNoises, loadFreshSpeech } from './vad-table-fresh.ts';
import { introduction, pausesIntroduction } from './vad-table-introduction.ts';
import { listHeldOutNoises, type NoiseClip } from './vad-table-noises.ts';
import { pauseTables } from './vad-table-pauses.ts';
import { loadSpeech, type SpeechClip } from './vad-table-speech.ts';

const leadMs = 1500;
const levelsDbfs = [-16, -24, -32] as const;
const snrsDb = [null, 20, 15, 10, 5, 0] as const;

/**
 * Measures the voice activity detector on the fresh set and on the one its numbers were chosen by, and returns the tables as
 * Markdown. With `node bench/src/vad-table.ts` they are printed and docs/benchmarks-vad.md is written anew.
 */
export async function printVadTable(): Promise<string> {
  const text = [
    introduction,
    '## Speech of the fresh set\n',
    speechTable(await loadFreshSpeech()),
    '## Other sounds of the fresh set\n',
    noiseTable(listFreshNoises()),
    '## Pauses of the agent\n',
    pausesIntroduction,
    pauseTables(listFreshNoises()),
    '## Speech of the choosing set\n',
    speechTable(await loadSpeech(true)),
    '## Other sounds of the choosing set\n',
    noiseTable(listHeldOutNoises()),
  ].join('\n');
  console.log(text);
  return text;
}

/** A table of how speech is heard at each level of noise. */
export function speechTable(clips: readonly SpeechClip[]): string {
  const rows = snrsDb.map((snrDb) => {
    const results = clips.flatMap(({ samples }, i) => {
      return levelsDbfs.map((levelDbfs, j) => measureSpeech(samples, { levelDbfs, snrDb, seed: i * 7 + j }));
    });
    const delays = results.flatMap(({ delayMs }) => (delayMs === null ? [] : [delayMs]));
    const voicedDelays = results.flatMap(({ voicedDelayMs }) =>
      voicedDelayMs === null ? [] : [voicedDelayMs],
    );
    const ends = results.flatMap(({ endMs }) => (endMs === null ? [] : [endMs]));
    const lost = results.reduce((sum, result) => sum + result.lost, 0) / results.length;
    return [
      snrDb === null ? 'quiet line' : `${snrDb} dB`,
      results.length,
      results.length - delays.length,
      ...[0.5, 0.9, 0.95].map((share) => quantile(delays, share)),
      ...[0.5, 0.95].map((share) => quantile(voicedDelays, share)),
      percent(voicedDelays.filter((delay) => delay <= 120).length / results.length),
      percent(lost),
      [0.05, 0.5, 0.95].map((share) => quantile(ends, share)).join(' / '),
    ];
  });
  const heads = [
    'noise',
    'clips',
    'missed',
    'delay p50',
    'p90',
    'p95 ms',
    'voiced p50',
    'voiced p95',
    'within 120 ms',
    'lost',
    'end p5 / p50 / p95',
  ];
  return table(heads, rows);
}

type SpeechResult = {
  delayMs: number | null;
  voicedDelayMs: number | null;
  lost: number;
  endMs: number | null;
};

function measureSpeech(
  samples: Float64Array,
  line: { levelDbfs: number; snrDb: number | null; seed: number },
): SpeechResult {
  const heard = putOnLine(cutLow(samples, 250), { ...line, leadMs, tailMs: 1000 });
  const first = heard.isSounding.indexOf(1);
  const last = heard.isSounding.lastIndexOf(1);
  const vad = createVad({ sampleRateHz: 8000 });
  const covered = new Uint8Array(heard.isSounding.length);
  let confirmed = -1;
  let lastVoiced = -1;
  for (let frame = 0; frame < heard.isSounding.length; frame++) {
    const decision = vad.process(heard.samples.subarray(frame * 160, frame * 160 + 160));
    if (decision.isVoiced) lastVoiced = frame;
    if (decision.isSpeech) covered[frame] = 1;
    // A soft onset may be confirmed a little before it counts as sounding.
    if (decision.isSpeech && confirmed < 0 && frame >= first) confirmed = frame;
    const startedMsAgo = decision.speechStartedMsAgo;
    if (startedMsAgo === null) continue;
    covered.fill(1, Math.max(0, frame + 1 - startedMsAgo / 20), frame);
  }
  let sounding = 0;
  let lost = 0;
  for (const [frame, isSounding] of heard.isSounding.entries()) {
    sounding += isSounding;
    if (isSounding && !covered[frame]) lost += 1;
  }
  return {
    delayMs: confirmed < 0 ? null : (confirmed - first + 1) * 20,
    voicedDelayMs: confirmed < 0 ? null : (confirmed - findVoiced(samples, first) + 1) * 20,
    lost: lost / sounding,
    endMs: lastVoiced < 0 ? null : (lastVoiced - last) * 20,
  };
}

/** The first frame with a pitch, on a line without noise. */
function findVoiced(samples: Float64Array, from: number): number {
  const heard = putOnLine(samples, { levelDbfs: -20, snrDb: 60, leadMs, tailMs: 0, seed: 1 }).samples;
  const pitch = new PitchFinder();
  const frame = new Float64Array(160);
  for (let index = 0; (index + 1) * 160 <= heard.length; index++) {
    for (let i = 0; i < 160; i++) frame[i] = heard[index * 160 + i]! / 32_768;
    pitch.process(frame, true);
    if (index >= from && pitch.strength > 0.7) return index;
  }
  return from;
}

/** A table of how often other sounds are taken for speech. */
export function noiseTable(clips: readonly NoiseClip[]): string {
  const groups = new Map<
    string,
    { clips: number; confirmed: number; voiced: number; frames: number; firstMs: number }
  >();
  for (const [i, { group, render }] of clips.entries()) {
    const clip = render();
    const sums = groups.get(group) ?? {
      clips: 0,
      confirmed: 0,
      voiced: 0,
      frames: 0,
      firstMs: Number.POSITIVE_INFINITY,
    };
    groups.set(group, sums);
    for (const [j, levelDbfs] of levelsDbfs.entries()) {
      const snrDb = ([null, 20, 10] as const)[(i + j) % 3]!;
      const { samples } = putOnLine(clip, { levelDbfs, snrDb, leadMs: 500, tailMs: 0, seed: i * 11 + j });
      const vad = createVad({ sampleRateHz: 8000 });
      let firstMs = Number.POSITIVE_INFINITY;
      for (let start = 0; start + 160 <= samples.length; start += 160) {
        const { isSpeech, isVoiced } = vad.process(samples.subarray(start, start + 160));
        sums.frames += 1;
        if (isVoiced) sums.voiced += 1;
        if (isSpeech) firstMs = Math.min(firstMs, start / 8);
      }
      sums.clips += 1;
      if (firstMs < Number.POSITIVE_INFINITY) sums.confirmed += 1;
      sums.firstMs = Math.min(sums.firstMs, firstMs);
    }
  }
  const all = { clips: 0, confirmed: 0, voiced: 0, frames: 0, firstMs: Number.POSITIVE_INFINITY };
  for (const sums of groups.values()) {
    all.clips += sums.clips;
    all.confirmed += sums.confirmed;
    all.voiced += sums.voiced;
    all.frames += sums.frames;
    all.firstMs = Math.min(all.firstMs, sums.firstMs);
  }
  const rows = [...groups, ['all', all] as const].map(([group, sums]) => [
    group,
    sums.clips,
    sums.confirmed,
    percent(sums.voiced / sums.frames),
    sums.firstMs < Number.POSITIVE_INFINITY ? `${Math.round(sums.firstMs)}` : 'never',
  ]);
  return table(['sound', 'clips', 'confirmed', 'voiced', 'earliest ms'], rows);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}

if (import.meta.main) {
  writeFileSync(new URL('../../docs/benchmarks-vad.md', import.meta.url), await printVadTable());
}
