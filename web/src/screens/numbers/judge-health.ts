import { numberHealthDays } from '@parley/contract/number-rules';
import type { NumberHealth } from '@parley/contract/numbers';

/** Fewer calls say nothing about a number. */
const fewestCalls = 10;
/** Below it people no longer pick up, as happens to numbers that are marked as spam. */
const lowAnswerRate = 0.4;
/** Part of the answered calls that are over at once above which something is wrong with what callers hear. */
const highShortRate = 0.3;

export type HealthJudgement = { words: string; about: string; color: 'pine' | 'coral' | 'gray' };

/** What the figures of a number mean for staff: a word, and what to do. */
export function judgeHealth({ calls, answered, short_calls: short }: NumberHealth): HealthJudgement {
  const rate = `${Math.round((calls === 0 ? 0 : answered / calls) * 100)}%`;
  const figures = `${numberHealthDays} days: ${answered} of ${calls} answered, ${short} over within ten seconds.`;
  if (calls < fewestCalls)
    return { words: `${rate} answered`, about: `${figures} Too few calls to judge by.`, color: 'gray' };
  if (answered / calls < lowAnswerRate)
    return {
      words: `${rate} answered`,
      about: `${figures} Few people pick up: the number may be marked as spam. Call less often with it, or use another.`,
      color: 'coral',
    };
  if (short / answered > highShortRate)
    return {
      words: `${Math.round((short / answered) * 100)}% short`,
      about: `${figures} Many hang up at once: listen to a few of these calls and look at the welcome message.`,
      color: 'coral',
    };
  return { words: `${rate} answered`, about: `${figures} This number does well.`, color: 'pine' };
}
