import { AppError } from '@parley/contract/errors';
import { expect, test, vi } from 'vitest';
import { createQueryClient, mayRetry, retryDelayMs } from './query-client.ts';

test('[ERR-3] three retries, backing off to at most 30 s', () => {
  const lost = AppError.of('network');
  expect([0, 1, 2, 3].map((failures) => mayRetry(failures, lost))).toEqual([true, true, true, false]);
  expect([0, 1, 2, 4, 5, 9].map(retryDelayMs)).toEqual([1_000, 2_000, 4_000, 16_000, 30_000, 30_000]);
});

test('[ERR-3] what the server refused is not tried again; what failed on its side is', () => {
  expect(mayRetry(0, AppError.of('agent_not_found'))).toBe(false);
  expect(mayRetry(0, AppError.of('not_signed_in'))).toBe(false);
  expect(mayRetry(0, AppError.of('unexpected'))).toBe(true);
  expect(mayRetry(0, new Error('boom'))).toBe(true);
});

test('[ROUTE-5] any answer that nobody is signed in ends the visit; other refusals do not', async () => {
  const onSessionEnded = vi.fn();
  const cache = createQueryClient(onSessionEnded);
  const fail = (error: Error) =>
    cache.fetchQuery({ queryKey: [error.message], queryFn: () => Promise.reject(error) });
  await expect(fail(AppError.of('not_allowed'))).rejects.toThrow();
  await expect(fail(AppError.of('credentials_wrong'))).rejects.toThrow();
  expect(onSessionEnded).not.toHaveBeenCalled();
  await expect(fail(AppError.of('not_signed_in'))).rejects.toThrow();
  expect(onSessionEnded).toHaveBeenCalledOnce();
});
