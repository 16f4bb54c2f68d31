import { AppError, type ErrorCode, errors } from '@parley/contract/errors';
import { failureTitle } from '../../api/failure-message.ts';
import type { Toast } from '../toasts.ts';

/** Failures after which the user can only try again later. */
const unreachableCodes: ReadonlySet<ErrorCode> = new Set(['network', 'unavailable']);

/** Failures whose sentence says nothing about what was asked for. */
const wordlessCodes: ReadonlySet<ErrorCode> = new Set(['unexpected', 'refused_on_the_way']);

type TitledCode = 'server_unreachable' | 'email_not_verified' | 'code_not_resent';

/**
 * The toast of a failed sign-up or verification (SIGNUP-9, VERIFY-4): the title of `failed` with the server's
 * sentence where it names the cause, else with its own; without an answer, that the server cannot be reached.
 */
export function failureToast(error: unknown, failed: TitledCode): Toast {
  if (error instanceof AppError && unreachableCodes.has(error.code)) return rowOf('server_unreachable');
  if (!(error instanceof AppError) || wordlessCodes.has(error.code)) return rowOf(failed);
  // These have words of their own, whatever was asked for.
  const isOwn = failed === 'server_unreachable' || error.code === 'email_unknown';
  const title = isOwn ? failureTitle(error) : rowOf(failed).title;
  return { title, message: error.message };
}

function rowOf(code: TitledCode): { title: string; message: string } {
  const { title, message } = errors[code];
  return { title, message };
}
