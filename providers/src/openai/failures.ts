import type { ProviderError, ProviderErrorKind } from '@parley/engine/interfaces/provider-error';
import { APICallError } from 'ai';
import {
  answerError,
  connectionError,
  type FailedAnswer,
  fieldOf,
  kindOfStatus,
  parseBody,
  readFailedAnswer,
} from '../failed-answer.ts';

/**
 * Turns whatever went wrong into a ProviderError. An abort that was asked for is given back as it is. The
 * key never stands in a message, even where a server repeats it.
 */
export function providerErrorOf(error: unknown, context: { signal: AbortSignal; apiKey: string }): unknown {
  if (context.signal.aborted) return context.signal.reason;
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 400) {
    const answer = {
      status: error.statusCode,
      headers: error.responseHeaders ?? {},
      body: error.responseBody ?? '',
    };
    return failedAnswerError(answer, context.apiKey);
  }
  return connectionError(error);
}

/** The error for an HTTP answer of 400 and above. */
export function failedAnswerError(answer: FailedAnswer, apiKey: string): ProviderError {
  const { code, message } = readErrorBody(answer.body);
  return answerError(answer, { kind: kindOf(answer.status, code), message, apiKey });
}

/** The failed answer of a `fetch`, its body cut to what an error needs. */
export async function failedResponseError(response: Response, apiKey: string): Promise<ProviderError> {
  return failedAnswerError(await readFailedAnswer(response), apiKey);
}

/** Error codes and statuses as in the vendor's "Error codes" guide. */
function kindOf(status: number, code: string): ProviderErrorKind {
  // A used-up quota answers 429 as well, and waiting does not help.
  return code === 'insufficient_quota' ? 'refused' : kindOfStatus(status);
}

function readErrorBody(body: string): { code: string; message: string } {
  const parsed = parseBody(body);
  const error = fieldOf(parsed, 'error') ?? parsed;
  const code = fieldOf(error, 'code') ?? fieldOf(error, 'type');
  const message = typeof error === 'string' ? error : (fieldOf(error, 'message') ?? fieldOf(error, 'detail'));
  return { code: String(code ?? ''), message: typeof message === 'string' ? message : '' };
}
