import type { ProviderError, ProviderErrorKind } from '@parley/engine/interfaces/provider-error';
import { answerError, type FailedAnswer, fieldOf, kindOfStatus, parseBody } from '../failed-answer.ts';

/** The error for a failed answer; of a refused handshake the header `dg-error` tells as much as a body would. */
export function failedAnswerError(answer: FailedAnswer, apiKey: string): ProviderError {
  const body = parseBody(answer.body);
  const said = fieldOf(body, 'err_msg') ?? fieldOf(body, 'message') ?? fieldOf(body, 'reason');
  const message = typeof said === 'string' ? said : (answer.headers['dg-error'] ?? '');
  return answerError(answer, { kind: kindOf(answer.status), message, apiKey });
}

function kindOf(status: number): ProviderErrorKind {
  // An account without credit (402) needs its owner, not another try.
  return status === 402 ? 'refused' : kindOfStatus(status);
}
