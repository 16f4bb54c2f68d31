import { ProviderError } from '@parley/engine/interfaces/provider-error';
import { afterEach, describe, expect, test } from 'vitest';
import { FlitePool } from './flite-pool.ts';

/** A thread that does what the text says: hangs, dies, fails or echoes. */
const entry = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id, text }) => {
      if (text === 'hang') while (true);
      if (text === 'die') process.exit(3);
      if (text === 'throw') throw new Error('broken');
      if (text === 'fail') return parentPort.postMessage({ id, error: 'no such voice' });
      const answer = () => parentPort.postMessage({ id, samples: new Int16Array(text.length), sampleRateHz: 16000, phones: [] });
      if (text === 'slow') setTimeout(answer, 100); else answer();
    });
  `)}`,
);
const pools: FlitePool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});
function openPool(options: { queueLimit?: number; jobLimitMs?: number; threads?: number } = {}) {
  const pool = new FlitePool({ threads: 1, queueLimit: 10, jobLimitMs: 5_000, entry, ...options });
  pools.push(pool);
  const synthesise = (text: string, signal = new AbortController().signal) =>
    pool.synthesise({ text, voice: 'slt', signal });
  return { pool, synthesise };
}

describe('the synthesiser threads', () => {
  test('start with the first job, and no more of them than allowed', async () => {
    const { pool, synthesise } = openPool({ threads: 2 });
    expect(pool.threadCount).toBe(0);
    await Promise.all(['a', 'bb', 'ccc', 'dddd'].map((text) => synthesise(text)));
    expect(pool.threadCount).toBe(2);
  });

  test.each(['die', 'throw'])(
    'a thread that does "%s" fails its job, and the next job finds a new one',
    async (text) => {
      const { synthesise } = openPool();
      const failed = synthesise(text);
      const next = synthesise('fine');
      await expect(failed).rejects.toMatchObject({ kind: 'unavailable' });
      expect((await next).samples).toHaveLength(4);
    },
  );

  test('a job that hangs is ended after its time, and the next one is done', async () => {
    const { synthesise } = openPool({ jobLimitMs: 300 });
    const hung = synthesise('hang');
    const next = synthesise('fine');
    await expect(hung).rejects.toMatchObject({ kind: 'timed_out' });
    expect((await next).samples).toHaveLength(4);
  });

  test('a job the program refuses is told as malformed', async () => {
    await expect(openPool().synthesise('fail')).rejects.toThrow(/no such voice/);
  });

  test('more jobs than may wait are turned away at once', async () => {
    const { synthesise } = openPool({ queueLimit: 2 });
    const jobs = ['slow', 'a', 'b', 'c'].map((text) => synthesise(text).catch((error) => error));
    expect(await jobs[3]).toBeInstanceOf(ProviderError);
    expect(await jobs[2]).not.toBeInstanceOf(ProviderError);
  });

  test('an aborted job leaves the queue', async () => {
    const { synthesise } = openPool({ queueLimit: 2 });
    const running = synthesise('slow');
    const stop = new AbortController();
    const waiting = [synthesise('a', stop.signal), synthesise('b', stop.signal)];
    stop.abort();
    for (const job of waiting) await expect(job).rejects.toMatchObject({ name: 'AbortError' });
    expect((await synthesise('after')).samples).toHaveLength(5);
    await running;
  });

  test('closing rejects what runs and what waits, and can be done twice', async () => {
    const { pool, synthesise } = openPool();
    const jobs = [synthesise('hang'), synthesise('a')].map((job) => job.catch((error) => error));
    await Promise.all([pool.close(), pool.close()]);
    for (const job of jobs) expect(await job).toMatchObject({ kind: 'unavailable' });
    await expect(synthesise('late')).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
