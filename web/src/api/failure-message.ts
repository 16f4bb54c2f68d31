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

/**
 * What an answer that is not the API's own says went wrong, such as a proxy's: its message, error, first of errors,
 * detail or description, in this order (KB-2). Undefined when it says nothing that can be shown.
 */
export function findStatedFailure(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { message, error, errors: several, detail, description } = answer as Record<string, unknown>;
  const first: unknown = Array.isArray(several) ? several[0] : undefined;
  return [message, error, first, detail, description]
    .map((said) => (typeof said === 'object' && said !== null && 'message' in said ? said.message : said))
    .find((said): said is string => typeof said === 'string' && said.trim() !== '')
    ?.slice(0, 300);
}

/** As `failureMessage`, and what an answer that is not the API's own says is shown too. */
export function statedFailureMessage(error: unknown, fallback: PlainErrorCode): string {
  const stated = error instanceof AppError && typeof error.cause === 'string' ? error.cause : undefined;
  return stated ?? failureMessage(error, fallback);
}

/** Title of the toast about a failed action (ERR-1). */
export function failureTitle(error: unknown): string {
  return error instanceof AppError ? error.title : 'Error';
}
