import { AppError, type ErrorCode, type ErrorParams, errors } from '@parley/contract/errors';

/** Codes of the catalogue whose sentence needs no parameter: the ones a screen can name itself. */
export type PlainErrorCode = {
  [Code in ErrorCode]: [keyof ErrorParams<Code>] extends [never] ? Code : never;
}[ErrorCode];

/** Failures that say nothing about what the user was doing: the screen's own sentence is clearer. */
const generalCodes: ReadonlySet<ErrorCode> = new Set([
  'unexpected',
  'refused_on_the_way',
  'unavailable',
  'network',
]);

/**
 * What to tell the user about a failed action: the server's sentence where it knows the cause,
 * else the sentence of `fallback` (ERR-2: "server message else ...").
 */
export function failureMessage(error: unknown, fallback: PlainErrorCode): string {
  if (error instanceof AppError && !generalCodes.has(error.code)) return error.message;
  return errors[fallback].message;
}

/** Title of the toast about a failed action (ERR-1). */
export function failureTitle(error: unknown): string {
  return error instanceof AppError ? error.title : 'Error';
}
