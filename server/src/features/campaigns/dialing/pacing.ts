import type { DialingMode } from '@parley/contract/campaign-rules';
import { answersOverFree, tailProbability } from './binomial.ts';

/** How many calls may start a second, and how many did. */
export type StartRate = { callsPerSecond: number; startedLastSecond: number; startedLastTenSeconds: number };

/** How calls that ended lately went. `failed`: for technical reasons; `abandoned`: a person answered and heard nobody. */
export type RecentCalls = { ended: number; answered: number; failed: number; abandoned: number };

export type Pace = {
  mode: DialingMode;
  /** Power: lines for each agent. */
  linesPerAgent: number;
  /** Calls that may be on the line at once: of the campaign, and what others leave it of its workspace and process. */
  maxLiveCalls: number;
  room: number;
  /** Calls of the campaign on the line now. */
  ringing: number;
  talking: number;
  rates: readonly StartRate[];
  recent: RecentCalls;
};

/** 16 CFR 310.4 (b)(4)(i): at most 3 % of the calls that people answer may be abandoned. */
const abandonedMax = 0.03;
/** How rarely more people than the budget allows may answer at once. */
const surpriseMax = 0.001;
/** Before anything is measured. */
const presumedAnswerRate = 0.5;
const presumedCalls = 4;
/** What Dynamic begins with; it grows with each call that went well. */
const firstLines = 2;

/**
 * How many calls a campaign may start now. Never more than its own limit, its workspace's and its process' leave, nor
 * than its calls per second. Within these the mode decides, by how many agents (people spoken with at once) it counts on:
 * - Power: so many agents that each has its lines, and its lines for each agent that is free.
 * - Predictive: as many lines as keep the answers that find no free agent under 3 % of all answers, by the measured
 *   answer rate and what is left of the 3 %.
 * - Dynamic: a line for each agent, few at first, twice as many as went well so far.
 * In all modes failures of ours, a carrier or a provider take agents away, down to one.
 */
export function countStarts(pace: Pace): number {
  const live = pace.ringing + pace.talking;
  const lines = Math.min(pace.maxLiveCalls - live, pace.room);
  const byRate = Math.min(...pace.rates.map(countStartsByRate));
  const wanted = wantedRinging(pace) - pace.ringing;
  return Math.max(0, Math.floor(Math.min(lines, byRate, wanted)));
}

/** At most the rate in any second, rounded up, and no more than it over any ten: so 1.5 a second is kept as well. */
export function countStartsByRate(rate: StartRate): number {
  const burst = Math.ceil(rate.callsPerSecond) - rate.startedLastSecond;
  const steady = Math.floor(rate.callsPerSecond * 10) - rate.startedLastTenSeconds;
  return Math.max(0, Math.min(burst, steady));
}

/** How many calls should be ringing at once. */
function wantedRinging(pace: Pace): number {
  const healthy = pace.maxLiveCalls * healthOf(pace.recent);
  switch (pace.mode) {
    case 'power': {
      const agents = Math.max(1, Math.floor(healthy / pace.linesPerAgent));
      return Math.floor(Math.max(0, agents - pace.talking) * pace.linesPerAgent);
    }
    case 'predictive': {
      const agents = Math.max(1, Math.floor(healthy));
      return predictRinging(Math.max(0, agents - pace.talking), pace.recent, pace.maxLiveCalls);
    }
    case 'dynamic': {
      const wentWell = pace.recent.ended - pace.recent.failed;
      const agents = Math.max(1, Math.floor(Math.min(healthy, Math.max(firstLines, 2 * wentWell))));
      return agents - pace.talking;
    }
  }
}

/** 1 while calls go well; from 5 % failures on less, down to a tenth at half of the calls. */
export function healthOf({ ended, failed }: RecentCalls): number {
  if (ended === 0) return 1;
  // Two calls that went well are presumed, so that the first failure is no collapse.
  const share = failed / (ended + 2);
  return Math.min(1, Math.max(0.1, 1 - (share - 0.05) * 2));
}

/**
 * The most lines that may ring for so many free agents: the answers over them stay, in the mean, under 3 % of the
 * answers, and, but once in a thousand, within what is left of the 3 % so far.
 */
export function predictRinging(freeAgents: number, recent: RecentCalls, most: number): number {
  if (freeAgents === 0) return 0;
  const answerRate = highestLikelyRate(recent);
  const budget = Math.max(0, Math.floor(abandonedMax * recent.answered) - recent.abandoned);
  const isBearable = (ringing: number): boolean =>
    tailProbability(ringing, answerRate, freeAgents + budget) <= surpriseMax &&
    answersOverFree(ringing, answerRate, freeAgents) <= abandonedMax * answerRate * ringing;
  let [low, high] = [freeAgents, Math.max(freeAgents, most)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isBearable(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The upper end of the Wilson interval (95 %) of the answer rate: few calls make it careful. */
function highestLikelyRate({ ended, answered }: RecentCalls): number {
  const calls = ended + presumedCalls;
  const rate = (answered + presumedCalls * presumedAnswerRate) / calls;
  const z = 1.96;
  const middle = rate + (z * z) / (2 * calls);
  const spread = z * Math.sqrt((rate * (1 - rate)) / calls + (z * z) / (4 * calls * calls));
  return Math.min(1, (middle + spread) / (1 + (z * z) / calls));
}
