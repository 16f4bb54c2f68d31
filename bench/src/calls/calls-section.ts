import { isQuiet, waitForQuiet } from '../measuring/core-load.ts';
import { slope } from '../measuring/distribution.ts';
import { figure, table } from '../measuring/markdown.ts';
import { highestHeld, ramp, type Tried } from '../measuring/ramp.ts';
import { type Claim, judge, type Section } from '../section.ts';
import { speakAgentLines, twoSentenceAnswers } from './agent-lines.ts';
import { type LoadFigures, runLoad } from './run-load.ts';

/** What "held" means, for us and for others. */
export const jitterLimitMs = 5;
export const leastFramesPerSecond = 49.9;
/** By then what is run often is compiled, for us and for others: a server runs for weeks. */
export const warmUpSeconds = 20;

/** How many two-way calls one process holds on one core, everything running. */
export const callsSection: Section = {
  id: 'calls',
  title: 'Calls held by one process on one core',
  async run(progress) {
    const lines = await speakAgentLines();
    const tried = await ramp({
      steps: readSteps(),
      tries: 3,
      measure: async (calls) => {
        if (!(await waitForQuiet(quietWaitMs))) progress('others use the cores: the figures will be worse');
        const figures = await runLoad({
          calls,
          lines,
          answers: twoSentenceAnswers,
          plan: { kind: 'shares' },
          seconds: 12,
          warmUpSeconds,
          clipMs: { min: 2500, max: 5000 },
        });
        progress(describe(figures));
        return figures;
      },
      isHeld,
      isBetter: (one, other) => one.jitterMs.p99 < other.jitterMs.p99,
    });
    const plain = await runLoad({
      ...{ holder: 'plain-rtp', calls: yardstickCalls, lines: [], answers: [], plan: { kind: 'shares' } },
      ...{ seconds: 12, warmUpSeconds },
    });
    const plainMicros = microsPerPacket(plain);
    progress(`${yardstickCalls} calls of RTP and codec alone: ${figure(plain.cpuPercent)} % of the core`);
    return write(tried, plainMicros);
  },
};

/** p99 of the jitter at most 5 ms, no packet lost either way, all frames there, no call ended by itself. */
function isHeld({ jitterMs, lostIn, lostOut, framesPerSecond, failures }: LoadFigures): boolean {
  const isWhole = lostIn === 0 && lostOut === 0 && framesPerSecond >= leastFramesPerSecond;
  return isWhole && jitterMs.p99 <= jitterLimitMs && failures.length === 0;
}

function readSteps(): number[] {
  const given = process.env['BENCH_CALLS'];
  return given ? given.split(',').map(Number) : [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1200];
}

function describe(figures: LoadFigures): string {
  const { calls, cpuPercent, jitterMs, lostIn, lostOut } = figures;
  return [
    `${calls} calls: ${figure(cpuPercent)} % of the core`,
    `jitter p99 ${figure(jitterMs.p99)} ms`,
    `${lostIn + lostOut} packets lost`,
    isHeld(figures) ? 'held' : 'not held',
    isQuiet(figures.disturbance) ? 'quiet' : 'disturbed',
  ].join(', ');
}

function write(tried: readonly Tried<LoadFigures>[], plainMicros: number): Claim {
  const heads = [
    'calls',
    'CPU of the core',
    'frames/s per call',
    'jitter p50 / p99 / p99.9 / max ms',
    'lost out / in',
    'ticks late, max ms',
    'RSS MiB',
    'others on core 0 / 1',
    'held',
  ];
  const rows = tried.map(({ figures, isHeld: isThisHeld }) => {
    const { jitterMs, disturbance } = figures;
    return [
      figures.calls,
      `${figure(figures.cpuPercent)} %`,
      figure(figures.framesPerSecond),
      [jitterMs.p50, jitterMs.p99, jitterMs.p999, jitterMs.max].map(figure).join(' / '),
      `${figures.lostOut} / ${figures.lostIn}`,
      figure(Math.max(...figures.tickLateMs)),
      figure(figures.rssMiB),
      disturbance.percentOfCores
        .slice(0, 2)
        .map((percent) => `${figure(percent)} %`)
        .join(' / '),
      isThisHeld ? 'yes' : 'no',
    ];
  });
  const perCall = slope(tried.map(({ calls, figures }) => ({ x: calls, y: figures.cpuPercent })));
  const held = highestHeld(tried);
  const slowness = plainMicros / referenceMicros;
  const scaled = Math.round(held * slowness);
  const whole = tried.filter(({ isHeld: isThisHeld }) => isThisHeld).at(-1);
  const notes = [
    `**${held} calls held** (p99 of the jitter at most ${jitterLimitMs} ms, nothing lost).`,
    tried.length > 1 ? `One more call costs ${figure(perCall)} % of the core.` : '',
    `RTP and codec alone, by Node's own sockets, took ${figure(plainMicros)} µs a packet in the same run, and ${referenceMicros} on the`,
    `core for which the aim was set: this one was ${figure(slowness)} times as slow, and by that measure what it held stands for **${scaled} calls there**.`,
    whole
      ? `A whole call costs ${figure(microsPerPacket(whole.figures) / plainMicros)} times as much as RTP and codec alone.`
      : '',
  ];
  return {
    figures: `${notes.filter(Boolean).join(' ')}\n\n${table(heads, rows)}`,
    measured: `${held}`,
    verdict: judge({
      isReached: held >= aimedCalls,
      note: `stands for ${scaled} by the speed of the core for which the aim was set`,
      isQuiet: tried.every(({ figures }) => isQuiet(figures.disturbance)),
    }),
  };
}

const aimedCalls = 500;
/** Of a call, both ways. */
const packetsPerSecond = 100;
/**
 * The aim was set on a core on which 400 calls of RTP and codec alone, by Node's own sockets, took 28 %: 7.1 µs a packet.
 * What a core does in an hour differs by more than a factor of two on machines that share a host.
 */
const yardstickCalls = 400;
const referenceMicros = 7.1;
const quietWaitMs = 45_000;

function microsPerPacket({ calls, cpuPercent }: LoadFigures): number {
  return (cpuPercent * 1e4) / (calls * packetsPerSecond);
}
