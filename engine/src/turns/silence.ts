import type { CallPolicy } from '../interfaces/call-settings.ts';
import { screeningWaitMs } from '../screening/call-screening.ts';

/** What to do about a line on which nobody says anything. */
export type SilenceDecision = 'wait' | 'reprompt' | 'farewell' | 'hang_up' | 'give_up';

/**
 * `quietMs` is the time since either side was last understood, a key was pressed, or a hold ended.
 * After both sides said goodbye the call needs no more words: it ends quietly. So it does where a call assistant rings a
 * person who does not come to the phone.
 */
export function decideSilence(options: {
  quietMs: number;
  reprompts: number;
  isGoodbyeSaid: boolean;
  isScreened: boolean;
  policy: Pick<CallPolicy, 'repromptAfterMs' | 'repromptLimit'>;
}): SilenceDecision {
  const { quietMs, policy } = options;
  if (options.isGoodbyeSaid) return quietMs >= afterGoodbyeMs ? 'hang_up' : 'wait';
  if (options.isScreened) return quietMs >= screeningWaitMs ? 'give_up' : 'wait';
  if (quietMs < policy.repromptAfterMs) return 'wait';
  return options.reprompts < policy.repromptLimit ? 'reprompt' : 'farewell';
}

/** Long enough for "oh, one more thing". */
const afterGoodbyeMs = 3000;
