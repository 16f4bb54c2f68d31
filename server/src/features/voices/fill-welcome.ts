import { AppError } from '@parley/contract/errors';
import { fillForSpeech } from '@parley/engine/agent/merge-fields';

/** Longest text once its merge fields are filled in, in characters: many fields with long values would be a speech. */
const filledLimit = 2_000;

/**
 * What is said of a welcome message to somebody of whom `fields` are known, as calls fill it in. Throws input_invalid
 * where nothing is left to say, or too much.
 */
export function fillWelcome(text: string, fields: Readonly<Record<string, string>>): string {
  const filled = fillForSpeech(text, fields);
  const problem = !/[\p{L}\p{N}]/u.test(filled)
    ? 'There is nothing to say.'
    : filled.length > filledLimit
      ? `At most ${filledLimit} characters with the fields filled in.`
      : undefined;
  if (problem === undefined) return filled;
  throw AppError.withDetails('input_invalid', [{ field: 'text', message: problem }], { fields: 'text' });
}
