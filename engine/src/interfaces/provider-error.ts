export type ProviderErrorKind =
  | 'authentication'
  | 'rate_limited'
  | 'timed_out'
  | 'unavailable'
  | 'refused'
  | 'malformed';

/**
 * A speech or language provider failed. Whether it may be tried again follows from the kind: a 4xx is
 * final except 408, 409, 425 and 429.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: ProviderErrorKind;
  /** How long the provider asks us to wait, in ms, where it said so. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: ProviderErrorKind,
    message: string,
    options: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
  }

  get isRetryable(): boolean {
    return this.kind === 'rate_limited' || this.kind === 'timed_out' || this.kind === 'unavailable';
  }
}
