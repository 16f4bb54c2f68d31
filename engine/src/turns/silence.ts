import type { CallPolicy } from '../interfaces/call-settings.ts';

/** What to do about a line on which nobody says anything. */
export type SilenceDecision = 'wait' | 'reprompt' | 'farewell' | 'hang_up';

/**
 * `quietMs` is the time since either side was last understood, a key was pressed, or a hold ended.
 * After both sides said goodbye the call needs no more words: it ends quietly.
 */
export function decideSilence(options: {
  quietMs: number;
  reprompts: number;
  isGoodbyeSaid: boolean;
  policy: Pick<CallPolicy, 'repromptAfterMs' | 'repromptLimit'>;
}): SilenceDecision {
  const { quietMs, policy } = options;
  if (options.isGoodbyeSaid) return quietMs >= afterGoodbyeMs ? 'hang_up' : 'wait';
  if (quietMs < policy.repromptAfterMs) return 'wait';
  return options.reprompts < policy.repromptLimit ? 'reprompt' : 'farewell';
}

/** Long enough for "oh, one more thing". */
const afterGoodbyeMs = 3000;
