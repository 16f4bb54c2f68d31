import type { ContactState } from '@parley/contract/campaign-rules';
import type { CallFacts } from '@parley/contract/workspace-events';
import type { Transaction } from '../../../platform/db/database.ts';
import { addAllToCounts, type CampaignCounts, countOfState } from '../counts.ts';
import {
  type AttemptEnd,
  type AttemptOfCall,
  lockAttemptsOfCalls,
  saveAttemptEnds,
  saveAttemptOutcome,
  saveContactOutcome,
} from './attempt-queries.ts';
import {
  decideAfterAnalysis,
  decideOutcome,
  isAbandoned,
  isAnsweredByPerson,
  type Outcome,
} from './outcome.ts';

/** Counters of a campaign that move with one of its contacts. */
type Move = { campaignId: string; changes: Partial<CampaignCounts> };

/**
 * Ends the attempts of calls in the transaction that ends the calls, and moves their contacts on. May be told twice.
 * Returns the campaigns whose figures moved.
 */
export async function finishAttempts(
  tx: Transaction,
  calls: readonly CallFacts[],
  nowMs: number,
): Promise<ReadonlySet<string>> {
  const ends: AttemptEnd[] = [];
  const moves: Move[] = [];
  for (const [attempt, call] of await lockAttempts(tx, calls)) {
    const { end_reason: endReason } = call;
    if (attempt.attemptState === 'ended' || endReason === null) continue;
    const isAnswered = call.answered_at !== null;
    const { rules, attempts, contactState, campaignId } = attempt;
    // Whom staff or the person took off meanwhile stays off.
    const outcome =
      rules !== null && contactState === 'calling'
        ? decideOutcome({ endReason, isAnswered, attempts, rules, nowMs })
        : undefined;
    ends.push({ attemptId: attempt.id, endReason, isAnswered, outcome, disposition: call.disposition });
    if (rules === null) continue;
    const changes = {
      answered: isAnsweredByPerson({ endReason, isAnswered }) ? 1 : 0,
      voicemails: endReason === 'voicemail' ? 1 : 0,
      abandoned: isAbandoned({ endReason, isAnswered }) ? 1 : 0,
      talkMs: isAnswered ? Math.round(call.duration_ms) : 0,
      ...movesOf(contactState, outcome),
    };
    moves.push({ campaignId, changes });
  }
  await saveAttemptEnds(tx, ends);
  await addAllToCounts(tx, moves);
  return campaignsOf(moves);
}

/**
 * Keeps what the analysis of calls found, and moves the contacts where that changes what becomes of them. Returns the
 * campaigns whose figures moved.
 */
export async function applyAnalyses(
  tx: Transaction,
  calls: readonly CallFacts[],
  nowMs: number,
): Promise<ReadonlySet<string>> {
  const moves: Move[] = [];
  for (const [attempt, { disposition }] of await lockAttempts(tx, calls)) {
    if (disposition === null) continue;
    const { rules, contactState, contactReason, attempts, campaignId } = attempt;
    // The end of a call that nobody answered has told it already.
    if (attempt.outcome !== disposition || attempt.contactOutcome !== disposition)
      await saveAttemptOutcome(tx, attempt, disposition);
    if (rules === null || contactState === null || contactReason === null) continue;
    const outcome =
      contactState === 'do_not_call' || !(attempt.isLastCall || disposition === 'do_not_call')
        ? undefined
        : decideAfterAnalysis(disposition, {
            state: contactState,
            reason: contactReason,
            attempts,
            rules,
            nowMs,
          });
    // A machine that was taken for a person has been counted as one.
    const wasPerson = outcome?.reason === 'retry_voicemail' || outcome?.reason === 'voicemail';
    if (outcome !== undefined) await saveContactOutcome(tx, attempt.contactId, outcome);
    moves.push({
      campaignId,
      changes: {
        ...(wasPerson ? { answered: -1, voicemails: 1 } : {}),
        ...movesOf(contactState, outcome),
      },
    });
  }
  await addAllToCounts(tx, moves);
  return campaignsOf(moves);
}

/** The attempts of those calls that campaigns made, each with its call. */
async function lockAttempts(
  tx: Transaction,
  calls: readonly CallFacts[],
): Promise<(readonly [AttemptOfCall, CallFacts])[]> {
  const own = new Map(calls.filter((call) => call.campaign_id !== null).map((call) => [call.id, call]));
  if (own.size === 0) return [];
  const attempts = await lockAttemptsOfCalls(tx, [...own.keys()]);
  return attempts.map((attempt) => [attempt, own.get(attempt.callId)!] as const);
}

function campaignsOf(moves: readonly Move[]): ReadonlySet<string> {
  return new Set(moves.map(({ campaignId }) => campaignId));
}

/** A contact that changes its state is one less there and one more here. */
function movesOf(from: ContactState | null, outcome: Outcome | undefined): Partial<CampaignCounts> {
  if (from === null || outcome === undefined || outcome.state === from) return {};
  return { [countOfState(from)]: -1, [countOfState(outcome.state)]: 1 };
}
