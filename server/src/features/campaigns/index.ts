/**
 * Campaigns: whom to call, when, by which number, and what came of it.
 *
 * How a contact moves. `contacts.state` is the truth; `campaign_counts` moves with it in the same transaction (counts.ts).
 * 1. Claim, one transaction: `select ... from contacts where campaign_id = $1 and state = 'waiting' and next_at <= now()
 *    order by next_at, id limit $2 for update skip locked`. Whom the pure rules hold back (hours, calls of the day, number
 *    at rest) gets `next_at` of its next legal slot and a `reason` saying why it waits; who stands in `do_not_call` becomes
 *    `do_not_call`. The rest becomes `calling` (reason on_the_line, attempts + 1, last_at now, next_at null), with a row in
 *    `campaign_attempts`: state claimed, ordinal = attempts, process_id, lease_until, local_time, checks. Counts: waiting -1,
 *    calling +1.
 * 2. Place: `calls.placeCall` with the attempt; in the transaction that stores the call the attempt becomes `dialed` with
 *    its call_id, callsMade +1, addCallMade. Where the call could not be stored the attempt ends and the contact waits again.
 *    The process renews lease_until of its open attempts; an attempt whose lease ran out with no call is ended and its contact
 *    waits again, one with a call follows the call.
 * 3. Outcome, in the transaction of `call.ended` (found by `campaign_attempts.call_id`): attempt ended with end_reason, contact
 *    done / failed / waiting with next_at and reason. Counts: calling -1 and its new state +1, answered, voicemails, talkMs.
 *    `call.analysed` later writes outcome; do_not_call there puts the number on the list.
 */
export const campaignMigrations = new URL('./migrations/', import.meta.url);

export { type Dialing, openDialing } from './dialing/open-dialing.ts';
