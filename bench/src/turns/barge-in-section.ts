import { speakAgentLines } from '../calls/agent-lines.ts';
import { runLoad } from '../calls/run-load.ts';
import { withoutPauses } from '../calls/speech-clips.ts';
import { isQuiet, waitForQuiet } from '../measuring/core-load.ts';
import { Distribution } from '../measuring/distribution.ts';
import { figure, table } from '../measuring/markdown.ts';
import { judge, type Section } from '../section.ts';
import { type Interruption, matchInterruptions } from './match-events.ts';

const calls = 40;
const givenUpMs = 2000;
const aimedMs = 150;

/** How soon the agent is silent when a customer begins to speak over it. */
export const bargeInSection: Section = {
  id: 'barge-in',
  title: 'Barge-in: first speech on the wire to silence on the wire',
  async run(progress) {
    await waitForQuiet(30_000);
    const lines = (await speakAgentLines()).map(withoutPauses);
    const everything = lines.map(({ text }) => text).join(' ');
    const { events, disturbance } = await runLoad({
      calls,
      lines,
      // About 30 s without a pause.
      answers: [`${everything} ${everything}`],
      plan: { kind: 'interrupts', afterMs: 1500 },
      seconds: 45,
      warmUpSeconds: 4,
      hearsAgent: true,
    });
    const interruptions = matchInterruptions({ events, withinMs: givenUpMs });
    const all = summarise('all', interruptions);
    progress(`${interruptions.length} interruptions: p50 ${all[2]} ms, p95 ${all[3]} ms`);
    const byClip = Map.groupBy(interruptions, ({ clip }) => clip);
    const rows = [...byClip].sort().map(([clip, ofClip]) => summarise(clip, ofClip));
    const heads = ['speech', 'times', 'p50 ms', 'p95 ms', 'max ms', `not silent in ${givenUpMs / 1000} s`];
    const others = disturbance.percentOfCores.slice(0, 2).map((percent) => `${figure(percent)} %`);
    return {
      figures: `${table(heads, [...rows, all])}\n\n${calls} calls at once; others used ${others.join(' / ')} of the cores.`,
      measured: `${all[3]} ms`,
      verdict: judge({
        isReached: Number(all[3]) <= aimedMs,
        note: `half within ${all[2]} ms, ${all[5]} of ${interruptions.length} not silent in ${givenUpMs / 1000} s`,
        isQuiet: isQuiet(disturbance),
      }),
    };
  },
};

function summarise(name: string, interruptions: readonly Interruption[]): string[] {
  // An agent that went on counts as one that took the longest.
  const delays = Distribution.of(interruptions.map(({ delayMs }) => delayMs ?? givenUpMs));
  const missed = interruptions.filter(({ delayMs }) => delayMs === null).length;
  return [
    name,
    `${interruptions.length}`,
    figure(delays.at(0.5)),
    figure(delays.at(0.95)),
    figure(delays.max),
    `${missed}`,
  ];
}
