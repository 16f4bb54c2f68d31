import { setTimeout as sleep } from 'node:timers/promises';
import { speakAgentLines, twoSentenceAnswers } from '../calls/agent-lines.ts';
import type { ProductHandles } from '../calls/product-process.ts';
import { runLoad } from '../calls/run-load.ts';
import { slope } from '../measuring/distribution.ts';
import { figure, table } from '../measuring/markdown.ts';
import { PinnedProcess } from '../measuring/pinned-process.ts';
import type { Section } from '../section.ts';

/** What a call keeps in memory, and that nothing of it stays. */
export const memorySection: Section = {
  id: 'memory',
  title: 'Memory per call, and what 2,000 calls leave behind',
  async run(progress) {
    const running = await measureRunning(progress);
    const ended = await measureEnded(progress);
    return `${running}\n\n${ended}`;
  },
};

async function measureRunning(progress: (text: string) => void): Promise<string> {
  const lines = await speakAgentLines();
  const points: { x: number; y: number }[] = [];
  for (const calls of [1, 100, 200, 300]) {
    const { rssMiB } = await runLoad({
      calls,
      lines,
      answers: twoSentenceAnswers,
      plan: { kind: 'shares' },
      seconds: 5,
      warmUpSeconds: 12,
      clipMs: { min: 2500, max: 5000 },
    });
    points.push({ x: calls, y: rssMiB });
    progress(`${calls} calls: ${figure(rssMiB)} MiB`);
  }
  const rows = [points.map(({ y }) => figure(y))];
  return [
    `**${figure(slope(points) * 1024)} KiB per call** (slope of the resident memory after 17 s of talk):`,
    '',
    table(
      points.map(({ x }) => `${x} call${x === 1 ? '' : 's'}, MiB`),
      rows,
    ),
  ].join('\n');
}

const lanes = 50;
const rounds = 40;
const callMs = 900;

/** Fifty lanes, forty calls each, one after another: each greets, listens to a customer and is hung up. */
async function measureEnded(progress: (text: string) => void): Promise<string> {
  const product = new PinnedProcess({
    module: new URL('../calls/product-process.ts', import.meta.url),
    core: 0,
    nodeFlags: ['--expose-gc'],
  });
  const phones = new PinnedProcess({
    module: new URL('../calls/phones-process.ts', import.meta.url),
    core: 1,
  });
  try {
    const lines = await speakAgentLines();
    // The ports of 150 calls for 2,000: a leaked one would soon be missed.
    const near = await product.ask<number[]>('open', {
      calls: lanes,
      lines,
      answers: twoSentenceAnswers,
      finalDelayMs: 0,
      policy: {},
      isRecorded: true,
    });
    const far = await phones.ask<number[]>('open', {
      calls: lanes,
      plan: { kind: 'asks', silenceMs: 300 },
      clipMs: { min: 0, max: 60_000 },
      hearsAgent: false,
    });
    await phones.ask('dial', near);
    const seen: { calls: number; handles: ProductHandles }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const ports =
        round === 0
          ? near
          : await Promise.all(far.map((_, lane) => product.ask<number>('reserve', round * lanes + lane)));
      await phones.ask('dial', ports);
      await Promise.all(
        far.map((port, lane) => product.ask('startOne', { call: round * lanes + lane, port })),
      );
      await sleep(callMs);
      await Promise.all(far.map((_, lane) => product.ask('endOne', round * lanes + lane)));
      const calls = (round + 1) * lanes;
      if (![1, 10, 20, 30, 40].includes(round + 1)) continue;
      await sleep(200);
      const handles = await product.ask<ProductHandles>('handles');
      seen.push({ calls, handles });
      progress(`${calls} calls ended: ${figure(handles.rssMiB)} MiB, ${handles.sockets} sockets`);
    }
    const heads = ['calls ended', 'RSS MiB', 'heap MiB', 'UDP sockets', 'timers', 'open files'];
    const rows = seen.map(({ calls, handles }) => [
      calls,
      figure(handles.rssMiB),
      figure(handles.heapMiB),
      handles.sockets,
      handles.timers,
      handles.files,
    ]);
    return `${lanes * rounds} calls, ${lanes} at a time, through the ports of ${lanes + 99} calls:\n\n${table(heads, rows)}`;
  } finally {
    await Promise.all([product.stop(), phones.stop()]);
  }
}
