import { setTimeout as sleep } from 'node:timers/promises';
import { answers, speakAgentLines } from '../calls/agent-lines.ts';
import { jitterLimitMs, leastFramesPerSecond, warmUpSeconds } from '../calls/calls-section.ts';
import { type Disturbance, isQuiet, waitForQuiet, watchDisturbance } from '../measuring/core-load.ts';
import { Distribution } from '../measuring/distribution.ts';
import { figure, table } from '../measuring/markdown.ts';
import { PinnedProcess } from '../measuring/pinned-process.ts';
import { highestHeld, ramp } from '../measuring/ramp.ts';
import type { Section } from '../section.ts';
import { installRival } from './rival-library.ts';
import type { RivalOptions, RivalWindow } from './rival-process.ts';

type RivalFigures = RivalWindow & { calls: number; disturbance: Disturbance };

/** The same load on the other voice-agent framework that runs in Node. */
export const rivalSection: Section = {
  id: 'rival',
  title: 'The same load on @livekit/agents',
  async run(progress) {
    let version: string;
    try {
      ({ version } = await installRival());
    } catch (error) {
      return `Not measured: npm could not install it (${String(error).split('\n')[0]}).`;
    }
    progress(`@livekit/agents ${version} is installed`);
    const latency = await measure(latencyLoad, 30);
    const delays = Distribution.of(latency.delaysMs).summary;
    progress(`1 session: final text to first frame p50 ${figure(delays.p50)}, p95 ${figure(delays.p95)} ms`);
    const tried = await ramp({
      steps: (process.env['BENCH_RIVAL_CALLS'] ?? '25,50,75,100,125,150,200,300').split(',').map(Number),
      tries: 3,
      measure: async (calls) => {
        await waitForQuiet(30_000);
        const figures = await measure({ ...load, calls }, 10);
        const { jitterMs, underruns, disturbance } = figures;
        progress(
          `${calls} sessions: ${figure(cpuPercent(figures))} % of the core, jitter p99 ${figure(jitterMs.p99)} ms, ${underruns} underruns, ${isQuiet(disturbance) ? 'quiet' : 'disturbed'}`,
        );
        return figures;
      },
      isHeld,
      isBetter: (one, other) => one.jitterMs.p99 < other.jitterMs.p99,
    });
    const heads = [
      'sessions',
      'CPU of the core',
      'frames/s per session',
      'jitter p50 / p99 / max ms',
      'underruns',
      'RSS MiB',
      'others on core 0',
      'held',
    ];
    const rows = tried.map(({ figures, isHeld: held }) => [
      figures.calls,
      `${figure(cpuPercent(figures))} %`,
      figure(framesPerSecond(figures)),
      [figures.jitterMs.p50, figures.jitterMs.p99, figures.jitterMs.max].map(figure).join(' / '),
      figures.underruns,
      figure(figures.rssMiB),
      `${figure(figures.disturbance.percentOfCores[0] ?? Number.NaN)} %`,
      held ? 'yes' : 'no',
    ]);
    const held = highestHeld(tried);
    const last = tried.findLast(({ isHeld: isThisHeld }) => isThisHeld)?.figures;
    const figures = [
      `**${held} sessions held** by @livekit/agents ${version}, by the same rule.`,
      '',
      table(heads, rows),
      '',
      `Added latency at one session (${delays.count} answers, no wait for the end of the turn): p50 ${figure(delays.p50)}, p95 ${figure(delays.p95)}, max ${figure(delays.max)} ms, to its output, not to a wire.`,
    ].join('\n');
    const isAllQuiet = tried.every(({ figures: each }) => isQuiet(each.disturbance));
    return {
      figures,
      measured: `${held} sessions`,
      verdict: [
        last ? `at ${held} it uses ${figure(cpuPercent(last))} % of the core` : 'none held',
        isAllQuiet ? '' : 'others used the machine meanwhile',
      ]
        .filter((part) => part !== '')
        .join('; '),
    };
  },
};

const load: Omit<RivalOptions, 'lines'> = {
  calls: 1,
  endpointingMs: 200,
  clipMs: { min: 2500, max: 5000 },
  silence: { share: 1.5, ms: 0 },
};
const latencyLoad = {
  ...load,
  endpointingMs: 0,
  clipMs: { min: 0, max: 1400 },
  silence: { share: 0, ms: 1000 },
};

async function measure(options: Omit<RivalOptions, 'lines'>, seconds: number): Promise<RivalFigures> {
  const rival = new PinnedProcess({ module: new URL('./rival-process.ts', import.meta.url), core: 0 });
  try {
    const isLatency = options.endpointingMs === 0;
    const spoken = (await speakAgentLines()).filter(({ text }) =>
      answers.slice(0, isLatency ? 1 : 2).includes(text),
    );
    const lines = isLatency
      ? spoken.map((line) => ({ ...line, samples: line.samples.subarray(0, line.sampleRateHz * 0.3) }))
      : spoken;
    await rival.ask('open', { ...options, lines } satisfies RivalOptions);
    await sleep(warmUpSeconds * 1000);
    const tellDisturbance = watchDisturbance();
    await rival.ask('begin');
    await sleep(seconds * 1000);
    const window = await rival.ask<RivalWindow>('end');
    return { ...window, calls: options.calls, disturbance: tellDisturbance([window.cpuMs]) };
  } finally {
    await rival.stop();
  }
}

function cpuPercent({ cpuMs, elapsedMs }: RivalFigures): number {
  return (cpuMs / elapsedMs) * 100;
}

function framesPerSecond({ frames, calls, elapsedMs }: RivalFigures): number {
  return frames / calls / (elapsedMs / 1000);
}

/** The rule of our own calls; a missing frame of the agent counts as a lost packet. */
function isHeld(figures: RivalFigures): boolean {
  const isWhole = figures.underruns === 0 && framesPerSecond(figures) >= leastFramesPerSecond;
  return isWhole && figures.jitterMs.p99 <= jitterLimitMs && figures.answers > 0;
}
