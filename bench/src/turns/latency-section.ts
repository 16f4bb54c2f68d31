import { answers, speakAgentLines } from '../calls/agent-lines.ts';
import { runLoad } from '../calls/run-load.ts';
import { withoutPauses } from '../calls/speech-clips.ts';
import { type Disturbance, isQuiet, waitForQuiet } from '../measuring/core-load.ts';
import { Distribution, type Percentiles } from '../measuring/distribution.ts';
import { figure, table } from '../measuring/markdown.ts';
import { type Claim, judge, type Section } from '../section.ts';
import { matchAnswers } from './match-events.ts';

type Measured = { calls: number; delaysMs: Percentiles; unanswered: number; disturbance: Disturbance };

/** What we add to the providers: from the final text to the first frame of the answer on the wire. */
export const latencySection: Section = {
  id: 'latency',
  title: 'Added latency: final text to first audio on the wire',
  async run(progress) {
    const measured: Measured[] = [];
    for (const [calls, seconds] of [
      [1, 75],
      [200, 15],
    ] as const) {
      await waitForQuiet(30_000);
      const figures = await measure(calls, seconds);
      measured.push(figures);
      const { p50, p99, count } = figures.delaysMs;
      progress(`${calls} calls: p50 ${figure(p50)}, p99 ${figure(p99)} ms of ${count} answers`);
    }
    return write(measured);
  },
};

/**
 * The final text comes when the turn is over by every other rule, so that nothing but our own work lies between it and
 * the answer; it comes at any moment between two ticks.
 */
async function measure(calls: number, seconds: number): Promise<Measured> {
  const lines = (await speakAgentLines()).map(withoutPauses);
  const { finals, events, disturbance } = await runLoad({
    calls,
    // Sentences cut to 0.3 s: an answer is over when the next question comes.
    lines: lines.map((line) => ({
      ...line,
      samples: line.samples.subarray(0, Math.round(line.sampleRateHz * 0.3)),
    })),
    answers,
    plan: { kind: 'asks', silenceMs: 800 },
    clipMs: { min: 0, max: 1400 },
    seconds,
    warmUpSeconds: 5,
    finalDelayMs: 100,
    policy: { endpointingMs: 200, unfinishedEndpointingMs: 200 },
    hearsAgent: true,
  });
  const { delaysMs, unanswered } = matchAnswers({ finals, events, withinMs: 400 });
  return { calls, delaysMs: Distribution.of(delaysMs).summary, unanswered, disturbance };
}

function write(measured: readonly Measured[]): Claim {
  const heads = ['calls', 'answers', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms', 'others on core 0 / 1'];
  const rows = measured.map(({ calls, delaysMs, disturbance }) => [
    calls,
    delaysMs.count,
    ...[delaysMs.p50, delaysMs.p95, delaysMs.p99, delaysMs.max].map(figure),
    disturbance.percentOfCores
      .slice(0, 2)
      .map((percent) => `${figure(percent)} %`)
      .join(' / '),
  ]);
  const worst = Math.max(...measured.map(({ delaysMs }) => delaysMs.p99));
  return {
    figures: table(heads, rows),
    measured: `${figure(worst)} ms`,
    verdict: judge({
      isReached: worst <= aimedMs,
      note: `the worse of ${measured.map(({ calls }) => calls).join(' and ')} calls`,
      isQuiet: measured.every(({ disturbance }) => isQuiet(disturbance)),
    }),
  };
}

const aimedMs = 25;
