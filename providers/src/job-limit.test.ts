import { expect, test } from 'vitest';
import { JobLimit } from './job-limit.ts';

const never = new AbortController().signal;

test('only so many jobs run at once, the others follow in order', async () => {
  const limit = new JobLimit({ atOnce: 2, waiting: 10 });
  const order: number[] = [];
  let most = 0;
  const jobs = Array.from({ length: 6 }, (_, i) =>
    limit.run(async () => {
      most = Math.max(most, limit.running);
      await Promise.resolve();
      order.push(i);
    }, never),
  );
  await Promise.all(jobs);
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  expect(limit.running).toBe(0);
});

test('when too many wait, the next is turned away', async () => {
  const limit = new JobLimit({ atOnce: 1, waiting: 1 });
  const gate = Promise.withResolvers<void>();
  const jobs = [limit.run(() => gate.promise, never), limit.run(() => gate.promise, never)];
  await expect(limit.run(() => gate.promise, never)).rejects.toMatchObject({ kind: 'rate_limited' });
  gate.resolve();
  await Promise.all(jobs);
});

test('an aborted job leaves the queue and a failed one makes room', async () => {
  const limit = new JobLimit({ atOnce: 1, waiting: 1 });
  const gate = Promise.withResolvers<void>();
  const first = limit.run(() => gate.promise, never);
  const stop = new AbortController();
  const second = limit.run(async () => 'second', stop.signal);
  stop.abort();
  await expect(second).rejects.toMatchObject({ name: 'AbortError' });
  const third = limit.run(async () => 'third', never);
  gate.reject(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  expect(await third).toBe('third');
  expect(limit.running).toBe(0);
});
