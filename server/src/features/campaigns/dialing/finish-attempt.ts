import type { ContactState } from '@parley/contract/campaign-rules';
import type { CallFacts } from '@parley/contract/workspace-events';
import type { Transaction } from '../../../platform/db/database.ts';
import { addToCounts, type CampaignCounts, countOfState } from '../counts.ts';
import {
  findAttemptOfCall,
  saveAttemptEnd,
  saveAttemptOutcome,
  saveContactOutcome,
} from './attempt-queries.ts';
import { decideAfterAnalysis, decideOutcome, isAbandoned, type Outcome } from './outcome.ts';

/** A campaign whose figures moved. */
export type MovedCampaign = { campaignId: string } | undefined;

/** Ends the attempt of a call in the transaction that ends the call, and moves its contact on. May be told twice. */
export async function finishAttempt(tx: Transaction, call: CallFacts, nowMs: number): Promise<MovedCampaign> {
  const attempt = await findAttemptOfCall(tx, call.id);
  if (attempt === undefined || attempt.attemptState === 'ended' || call.end_reason === null) return undefined;
  const endReason = call.end_reason;
  const isAnswered = call.answered_at !== null;
  const { rules, attempts, contactState } = attempt;
  // Whom staff or the person took off meanwhile stays off.
  const outcome =
    rules !== null && contactState === 'calling'
      ? decideOutcome({ endReason, isAnswered, attempts, rules, nowMs })
      : undefined;
  await saveAttemptEnd(tx, attempt.id, { endReason, outcome });
  if (rules === null) return undefined;
  const isVoicemail = endReason === 'voicemail';
  await addToCounts(tx, attempt.campaignId, {
    answered: isAnswered && !isVoicemail ? 1 : 0,
    voicemails: isVoicemail ? 1 : 0,
    abandoned: isAbandoned({ endReason, isAnswered }) ? 1 : 0,
    talkMs: isAnswered ? Math.round(call.duration_ms) : 0,
    ...movesOf(contactState, outcome),
  });
  return { campaignId: attempt.campaignId };
}

/** Keeps what the analysis of the call found, and moves the contact where that changes what becomes of it. */
export async function applyAnalysis(tx: Transaction, call: CallFacts, nowMs: number): Promise<MovedCampaign> {
  const { disposition } = call;
  if (disposition === null) return undefined;
  const attempt = await findAttemptOfCall(tx, call.id);
  if (attempt === undefined) return undefined;
  await saveAttemptOutcome(tx, attempt, disposition);
  const { rules, contactState, contactReason, attempts } = attempt;
  if (rules === null || contactState === null || contactReason === null) return undefined;
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
  if (outcome === undefined) return { campaignId: attempt.campaignId };
  await saveContactOutcome(tx, attempt.contactId, outcome);
  await addToCounts(tx, attempt.campaignId, {
    ...(wasPerson ? { answered: -1, voicemails: 1 } : {}),
    ...movesOf(contactState, outcome),
  });
  return { campaignId: attempt.campaignId };
}

/** A contact that changes its state is one less there and one more here. */
function movesOf(from: ContactState | null, outcome: Outcome | undefined): Partial<CampaignCounts> {
  if (from === null || outcome === undefined || outcome.state === from) return {};
  return { [countOfState(from)]: -1, [countOfState(outcome.state)]: 1 };
}
