import type { CampaignRules, ContactState } from '@parley/contract/campaign-rules';
import type { EndReason } from '@parley/contract/end-reasons';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/db/database.ts';
import { addToCounts, countOfState } from '../counts.ts';
import { saveAttemptEnds } from './attempt-queries.ts';
import { decideOutcome } from './outcome.ts';

/** Ends an attempt that no carrier would take, as a call that failed for this reason is ended. */
export async function failClaimed(
  tx: Transaction,
  attempt: { id: string; contactId: string; campaignId: string },
  endReason: EndReason,
  nowMs: number,
): Promise<void> {
  const { rows } = await tx.execute<{ state: ContactState; attempts: number; rules: CampaignRules }>(sql`
    select c.state, c.attempts, p.rules
    from contacts c join campaigns p on p.id = c.campaign_id join campaign_attempts a on a.contact_id = c.id
    where a.id = ${attempt.id} and a.state = 'claimed' and c.state = 'calling'
    for update of c, a`);
  const [contact] = rows;
  if (contact === undefined) return;
  const isAnswered = false;
  const outcome = decideOutcome({ endReason, isAnswered, ...contact, nowMs });
  await saveAttemptEnds(tx, [{ attemptId: attempt.id, endReason, isAnswered, outcome, disposition: null }]);
  await addToCounts(tx, attempt.campaignId, { calling: -1, [countOfState(outcome.state)]: 1 });
}
