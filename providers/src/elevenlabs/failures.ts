import type { ProviderError, ProviderErrorKind } from '@parley/engine/interfaces/provider-error';
import {
  answerError,
  connectionError,
  fieldOf,
  kindOfStatus,
  parseBody,
  readFailedAnswer,
} from '../failed-answer.ts';

/**
 * Codes of the vendor that say more than their status. A used-up quota answers 401 (402 on newer accounts), as a
 * wrong key does, but a new key would not help; a voice that is gone answers 404, or 400 on older accounts.
 */
const kinds: Readonly<Record<string, ProviderErrorKind>> = {
  quota_exceeded: 'refused',
  insufficient_credits: 'refused',
  payment_required: 'refused',
  voice_not_found: 'refused',
  too_many_concurrent_requests: 'rate_limited',
  concurrent_limit_exceeded: 'rate_limited',
  rate_limit_exceeded: 'rate_limited',
  system_busy: 'rate_limited',
};

/** Turns whatever went wrong into a ProviderError. An abort that was asked for is given back as it is. */
export function providerErrorOf(error: unknown, signal: AbortSignal): unknown {
  return signal.aborted ? signal.reason : connectionError(error);
}

/** The error for a failed answer, and whether it says that the account does not have the voice. */
export async function readFailure(
  response: Response,
  apiKey: string,
): Promise<{ error: ProviderError; isVoiceGone: boolean }> {
  const answer = await readFailedAnswer(response);
  const { code, message } = readErrorBody(answer.body);
  const kind = kinds[code] ?? kindOfStatus(answer.status);
  return { error: answerError(answer, { kind, message, apiKey }), isVoiceGone: code === 'voice_not_found' };
}

/** `detail` holds a code and a sentence; for fields that do not fit (422) it is a list of problems. */
function readErrorBody(body: string): { code: string; message: string } {
  const detail = fieldOf(parseBody(body), 'detail');
  const first = Array.isArray(detail) ? detail[0] : detail;
  const code = fieldOf(first, 'code') ?? fieldOf(first, 'status');
  const message = typeof first === 'string' ? first : (fieldOf(first, 'message') ?? fieldOf(first, 'msg'));
  return {
    code: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? message : '',
  };
}
