import { Agent, request } from 'node:http';
import { Distribution, type Percentiles } from '../measuring/distribution.ts';
import { serveQuestions } from '../measuring/pinned-process.ts';

export type RequestsOptions = {
  url: string;
  cookie: string;
  /** Requests under way at a time. */
  connections: number;
  seconds: number;
};

export type RequestsFigures = { perSecond: number; ms: Percentiles; failed: number; bytes: number };

/** The load on the API: so many clients, each asking again when it was answered. */
serveQuestions({
  async run({ url, cookie, connections, seconds }: RequestsOptions): Promise<RequestsFigures> {
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const times = new Distribution();
    let failed = 0;
    let bytes = 0;
    const startMs = performance.now();
    const endMs = startMs + seconds * 1000;
    const ask = async (): Promise<void> => {
      while (performance.now() < endMs) {
        const askedMs = performance.now();
        const answer = await get(url, cookie, agent);
        times.add(performance.now() - askedMs);
        bytes = answer.bytes;
        if (answer.status !== 200) failed += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, ask));
    agent.destroy();
    const elapsedSeconds = (performance.now() - startMs) / 1000;
    return { perSecond: times.count / elapsedSeconds, ms: times.summary, failed, bytes };
  },
});

function get(url: string, cookie: string, agent: Agent): Promise<{ status: number; bytes: number }> {
  return new Promise((resolve) => {
    const asked = request(url, { agent, headers: { cookie } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, bytes }));
      answer.on('error', () => resolve({ status: 0, bytes }));
    });
    asked.on('error', () => resolve({ status: 0, bytes: 0 }));
    asked.end();
  });
}
