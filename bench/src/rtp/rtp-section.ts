import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { waitForQuiet } from '../measuring/core-load.ts';
import { figure, table } from '../measuring/markdown.ts';
import type { Section } from '../section.ts';

const script = fileURLToPath(new URL('../rtp-bench.ts', import.meta.url));
const calls = 300;
const seconds = 8;

type RtpFigures = {
  codec: string;
  threadCpuPercent: number;
  microsecondsPerCallAndTick: number;
  lostOut: number;
  lostIn: number;
  jitterAtReceiverMs: { p50: number; p99: number; p999: number };
};

/** What RTP and codecs cost by themselves, without anything that listens or speaks. */
export const rtpSection: Section = {
  id: 'rtp',
  title: 'RTP and codecs alone',
  async run(progress) {
    const measured: RtpFigures[] = [];
    for (const [codec, encryption] of [['PCMU'], ['PCMA'], ['G722'], ['PCMU', 'srtp']] as const) {
      await waitForQuiet(15_000);
      const { stdout } = await promisify(execFile)(process.execPath, [
        script,
        `${calls}`,
        `${seconds}`,
        codec,
        encryption ?? '',
      ]);
      const figures = JSON.parse(stdout.trim().split('\n').at(-1)!) as RtpFigures;
      measured.push(figures);
      progress(`${figures.codec}: ${figure(figures.threadCpuPercent)} % of a core for ${calls} calls`);
    }
    return table(
      ['codec', 'calls', 'CPU of the thread', 'us per call and 20 ms', 'jitter p50 / p99 / p99.9 ms', 'lost'],
      measured.map(({ codec, jitterAtReceiverMs: jitter, ...each }) => [
        codec,
        calls,
        `${figure(each.threadCpuPercent)} %`,
        figure(each.microsecondsPerCallAndTick),
        [jitter.p50, jitter.p99, jitter.p999].map(figure).join(' / '),
        each.lostIn + each.lostOut,
      ]),
    );
  },
};
