import { AppError } from '@parley/contract/errors';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

/** ERR-3: three retries, backing off to at most 30 s, none for what the server refused; kept five minutes. */
const retries = 3;
const longestRetryMs = 30_000;
const keptMs = 5 * 60_000;

/** `read`: a screen asked by itself · `action`: the user did something, and is told of its failure where it was done. */
export type FailedRequest = 'read' | 'action';

/** The cache of server data. `onSessionEnded` runs when any answer says that nobody is signed in. */
export function createQueryClient(onSessionEnded: (failed: FailedRequest) => void): QueryClient {
  const onError = (failed: FailedRequest) => (error: Error) => {
    if (error instanceof AppError && error.code === 'not_signed_in') onSessionEnded(failed);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: onError('read') }),
    mutationCache: new MutationCache({ onError: onError('action') }),
    defaultOptions: {
      queries: { retry: mayRetry, retryDelay: retryDelayMs, gcTime: keptMs, staleTime: 10_000 },
    },
  });
}

/** Whether a failed read is worth another try: not when the server refused it with a 4xx. */
export function mayRetry(failures: number, error: Error): boolean {
  if (error instanceof AppError && error.status >= 400 && error.status < 500) return false;
  return failures < retries;
}

/** 1 s, 2 s, 4 s, ... 30 s. */
export function retryDelayMs(failures: number): number {
  return Math.min(1_000 * 2 ** failures, longestRetryMs);
}
