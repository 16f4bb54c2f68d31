import { ProviderError } from '../interfaces/provider-error.ts';

/** Whatever a provider threw, as the error its interface promises. */
export function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  return new ProviderError('malformed', 'The provider failed in a way it does not document.', {
    cause: error,
  });
}

/** How long to wait before the one retry, in ms; null when there is to be none. */
export function retryDelayMs(error: ProviderError, longestMs: number): number | null {
  if (!error.isRetryable) return null;
  const delayMs = error.retryAfterMs ?? 0;
  return delayMs <= longestMs ? delayMs : null;
}
