import { readdirSync, readFileSync } from 'node:fs';
import { decodeMuLaw } from '@parley/engine/audio/g711';
import { parseWav } from '@parley/engine/audio/wav';
import { Hearing } from '@parley/engine/call/hearing';
import { defaultCallPolicy } from '@parley/engine/interfaces/call-settings';
import { FloorKeeper } from '@parley/engine/turns/floor-keeper';
import { newTurnState, type TurnAction } from '@parley/engine/turns/turn-state';
import { putOnLine } from '@parley/engine/vad/clips/line';
import { createVad } from '@parley/engine/vad/vad';
import type { NoiseClip } from './vad-table-noises.ts';

/** The ones compared: what the policy was first, and what it is now. */
const policiesMs = [120, defaultCallPolicy.bargeInMs] as const;
const levelsDbfs = [-16, -24, -32] as const;
const leadMs = 1500;

/** When an agent that speaks on and on is paused by what it hears, and for how long in all. */
type Pauses = { firstMs: number | null; count: number; pausedMs: number };

/** Tables of how soon a voice pauses the agent, and how often other sounds do, for each `bargeInMs`. */
export function pauseTables(noises: readonly NoiseClip[]): string {
  return `${speechRows(readVoices())}\n${noiseRows(noises)}`;
}

/** The clips of the detector's tests: thirteen voices in seven languages. */
function readVoices(): Float64Array[] {
  const folder = new URL('../../engine/src/vad/fixtures/', import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith('.wav'));
  return names.sort().map((name) => {
    const { data } = parseWav(readFileSync(new URL(name, folder)));
    const samples = new Int16Array(data.length);
    decodeMuLaw(data, samples);
    return Float64Array.from(samples, (sample) => sample / 32_768);
  });
}

function speechRows(voices: readonly Float64Array[]): string {
  const rows = policiesMs.map((bargeInMs) => {
    const delaysMs: number[] = [];
    let missed = 0;
    for (const [i, samples] of voices.entries()) {
      for (const levelDbfs of levelsDbfs) {
        const heard = putOnLine(samples, { levelDbfs, snrDb: null, leadMs, tailMs: 500, seed: i });
        const firstMs = heard.isSounding.indexOf(1) * 20;
        const pauses = listen(heard.samples, { bargeInMs, says: 'words' });
        if (pauses.firstMs === null) missed += 1;
        else delaysMs.push(pauses.firstMs - firstMs);
      }
    }
    delaysMs.sort((a, b) => a - b);
    const at = (share: number) =>
      delaysMs[Math.min(delaysMs.length - 1, Math.floor(delaysMs.length * share))] ?? '';
    return [`${bargeInMs} ms`, voices.length * levelsDbfs.length, at(0.5), at(0.9), at(0.95), missed];
  });
  return toTable(['bargeInMs', 'sentences', 'paused after p50', 'p90', 'p95 ms', 'never'], rows);
}

function noiseRows(clips: readonly NoiseClip[]): string {
  const groups = new Map<string, { minutes: number; sums: Pauses[] }>();
  for (const [i, { group, render }] of clips.entries()) {
    const levelDbfs = levelsDbfs[i % levelsDbfs.length]!;
    const { samples } = putOnLine(render(), { levelDbfs, snrDb: null, leadMs, tailMs: 0, seed: i });
    const entry = groups.get(group) ?? {
      minutes: 0,
      sums: policiesMs.map(() => ({ firstMs: null, count: 0, pausedMs: 0 })),
    };
    groups.set(group, entry);
    entry.minutes += samples.length / 8000 / 60;
    for (const [at, bargeInMs] of policiesMs.entries()) {
      const { count, pausedMs } = listen(samples, { bargeInMs, says: 'nothing' });
      entry.sums[at]!.count += count;
      entry.sums[at]!.pausedMs += pausedMs;
    }
  }
  const all = { minutes: 0, sums: policiesMs.map(() => ({ firstMs: null, count: 0, pausedMs: 0 })) };
  for (const { minutes, sums } of groups.values()) {
    all.minutes += minutes;
    for (const [at, { count, pausedMs }] of sums.entries()) {
      all.sums[at]!.count += count;
      all.sums[at]!.pausedMs += pausedMs;
    }
  }
  const rows = [...groups, ['all', all] as const].map(([group, { minutes, sums }]) => [
    group,
    minutes.toFixed(1),
    ...sums.map(({ count }) => count),
    ...sums.map(({ pausedMs }) => `${(pausedMs / minutes / 600).toFixed(1)} %`),
  ]);
  const heads = [
    ...policiesMs.map((ms) => `pauses at ${ms} ms`),
    ...policiesMs.map((ms) => `time paused at ${ms} ms`),
  ];
  return toTable(['sound', 'minutes', ...heads], rows);
}

/** An agent that never stops of itself hears a line; its recogniser finds words in nothing, or in every utterance. */
function listen(samples: Int16Array, options: { bargeInMs: number; says: 'nothing' | 'words' }): Pauses {
  const pauses: Pauses = { firstMs: null, count: 0, pausedMs: 0 };
  let isPaused = false;
  let ended: number | null = null;
  const act = (action: TurnAction): void => {
    if (action.do === 'pause_agent') {
      isPaused = true;
      pauses.count += 1;
      pauses.firstMs ??= atMs;
    } else if (action.do === 'resume_agent') isPaused = false;
    else if (action.do === 'end_utterance') ended = action.utteranceId;
  };
  let atMs = 0;
  const floor = new FloorKeeper({
    state: newTurnState('open'),
    rules: {
      policy: { ...defaultCallPolicy, bargeInMs: options.bargeInMs },
      finalWaitMs: 900,
      isGreeting: true,
      isOutbound: false,
    },
    act,
  });
  const hearing = new Hearing(createVad({ sampleRateHz: 8000 }));
  floor.take({ type: 'answered', atMs });
  for (let start = 0; start + 160 <= samples.length; start += 160) {
    atMs += 20;
    const finding = hearing.process(samples.subarray(start, start + 160));
    const heardGeneration = isPaused ? null : floor.state.generation;
    floor.take({ type: 'frame', atMs, ...finding, heardGeneration });
    if (isPaused) pauses.pausedMs += 20;
    if (isPaused && options.says === 'words') return pauses;
    if (ended === null) continue;
    floor.take({ type: 'transcript', atMs, utteranceId: ended, text: '', isFinal: true, agentText: '' });
    ended = null;
  }
  return pauses;
}

function toTable(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}
