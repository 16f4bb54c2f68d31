import { type CallingRules, type ContactReason, contactReasonLabels } from '@parley/contract/campaign-rules';
import type { Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { addToCounts } from '../counts.ts';
import type { AttemptCheck } from '../tables.ts';
import { type CallingHours, isWithinHours, localTimeOf, momentOf } from './calling-hours.ts';
import { type ChosenNumber, chooseNumber, type OwnNumber } from './choose-number.ts';
import {
  blockContacts,
  type DueContact,
  holdContacts,
  insertAttempts,
  listCallsOfPhones,
  listDueContacts,
  listZoneKeys,
  type PhoneCall,
  startContacts,
  zonesOfKey,
} from './claim-queries.ts';
import type { DialedCampaign } from './round-queries.ts';

/** A claimed contact: its attempt is stored and leased to this process, which now places the call. */
export type ClaimedAttempt = {
  id: string;
  workspaceId: string;
  campaignId: string;
  contactId: string;
  agentId: string;
  phone: string;
  fromNumber: string;
  fields: Readonly<Record<string, string>>;
};

export type Claim = {
  campaign: DialedCampaign;
  agent: { agentId: string; versionId: string | null };
  hours: CallingHours;
  workspaceRules: CallingRules;
  numbers: readonly OwnNumber[];
  /** How many calls may start now. */
  starts: number;
  processId: string;
  nowMs: number;
  /** Those of the numbers (E.164) that nobody may call. */
  listListed(phones: readonly string[]): Promise<ReadonlySet<string>>;
};

/** A number rests after so many of the campaign's calls in an hour: carriers take those that call without pause for spam. */
const numberRestsAfter = 100;
/** A number is dialled by one campaign at a time; another looks again after this time. */
const lineBusyMs = 5 * 60_000;
/** Claims repeated within one round when the first ones met people who may not be called now. */
const passesMax = 4;

type Verdict = { call: true } | { call: false; nextAtMs: number; reason: ContactReason };

/**
 * Claims up to `starts` contacts that are due, whose hours are open in every zone they may be in, who stand on no
 * do-not-call list and were not called too often today. Each gets an attempt with a lease and what was checked.
 */
export async function claimContacts(tx: Transaction, claim: Claim): Promise<ClaimedAttempt[]> {
  const { campaign, hours, nowMs, starts } = claim;
  const zoneKeys = (await listZoneKeys(tx, campaign.id)).filter((key) =>
    isWithinHours(hours, zonesOfKey(key), nowMs),
  );
  const claimed: ClaimedAttempt[] = [];
  if (zoneKeys.length === 0) return claimed;
  let blocked = 0;
  for (let pass = 0; pass < passesMax && claimed.length < starts; pass += 1) {
    const due = await listDueContacts(tx, campaign.id, { zoneKeys, limit: starts - claimed.length });
    if (due.length === 0) break;
    const phones = due.map(({ phone }) => phone);
    const listed = await claim.listListed(phones);
    const callsByPhone = Map.groupBy(
      await listCallsOfPhones(tx, campaign.workspaceId, phones),
      ({ phone }) => phone,
    );
    blocked += await blockContacts(
      tx,
      due.filter(({ phone }) => listed.has(phone)).map(({ id }) => id),
    );
    const judged = due
      .filter(({ phone }) => !listed.has(phone))
      .map((contact) => ({ contact, verdict: judge(contact, callsByPhone.get(contact.phone) ?? [], claim) }));
    await holdContacts(
      tx,
      judged.flatMap(({ contact, verdict }) => (verdict.call ? [] : [{ id: contact.id, ...verdict }])),
    );
    const callable = judged.filter(({ verdict }) => verdict.call).map(({ contact }) => contact);
    claimed.push(...(await startAttempts(tx, claim, callable, callsByPhone)));
  }
  await addToCounts(tx, campaign.id, {
    waiting: -claimed.length - blocked,
    calling: claimed.length,
    doNotCall: blocked,
  });
  return claimed;
}

/** Whether the person was called too often on this day of their own, or is on the line for another campaign. */
function judge(contact: DueContact, calls: readonly PhoneCall[], claim: Claim): Verdict {
  const { nowMs, workspaceRules } = claim;
  if (calls.some(({ isOpen }) => isOpen))
    return { call: false, nextAtMs: nowMs + lineBusyMs, reason: 'on_another_call' };
  if (countCallsToday(contact, calls, nowMs) < workspaceRules.calls_per_day) return { call: true };
  return { call: false, nextAtMs: nextMidnight(contact.timeZone, nowMs), reason: 'daily_limit' };
}

function countCallsToday({ timeZone }: DueContact, calls: readonly PhoneCall[], nowMs: number): number {
  const today = localTimeOf(timeZone, nowMs).date;
  return calls.filter(({ createdAtMs }) => localTimeOf(timeZone, createdAtMs).date === today).length;
}

function nextMidnight(timeZone: string, nowMs: number): number {
  const today = Temporal.PlainDate.from(localTimeOf(timeZone, nowMs).date);
  return momentOf(timeZone, today.add({ days: 1 }).toString(), '00:00');
}

async function startAttempts(
  tx: Transaction,
  claim: Claim,
  callable: readonly DueContact[],
  callsByPhone: ReadonlyMap<string, readonly PhoneCall[]>,
): Promise<ClaimedAttempt[]> {
  if (callable.length === 0) return [];
  const { campaign, agent, processId, nowMs } = claim;
  const ordinals = new Map(
    (
      await startContacts(
        tx,
        callable.map(({ id }) => id),
      )
    ).map(({ id, ordinal }) => [id, ordinal]),
  );
  const used = claim.numbers.map((number) => ({ ...number }));
  const rows = callable.flatMap((contact) => {
    const ordinal = ordinals.get(contact.id);
    const chosen = chooseNumber(used, contact.phone, { restsAfter: numberRestsAfter });
    if (ordinal === undefined || chosen === undefined) return [];
    chosen.number.calls += 1;
    const { date, time } = localTimeOf(contact.timeZone, nowMs);
    return [
      {
        id: newId('attempt'),
        workspaceId: campaign.workspaceId,
        campaignId: campaign.id,
        contactId: contact.id,
        ordinal,
        phone: contact.phone,
        fromNumber: chosen.number.e164,
        agentId: agent.agentId,
        agentVersionId: agent.versionId,
        state: 'claimed' as const,
        processId,
        localTime: `${date} ${time}`,
        timeZone: contact.timeZone,
        checks: describeChecks(contact, claim, {
          ordinal,
          chosen,
          callsToday: countCallsToday(contact, callsByPhone.get(contact.phone) ?? [], nowMs),
          localTime: `${weekdayOf(date)} ${time}`,
        }),
        fields: contact.fields,
      },
    ];
  });
  await insertAttempts(
    tx,
    rows.map(({ fields: _, ...row }) => row),
  );
  return rows.map(({ id, workspaceId, campaignId, contactId, agentId, phone, fromNumber, fields }) => ({
    id,
    workspaceId,
    campaignId,
    contactId,
    agentId,
    phone,
    fromNumber,
    fields,
  }));
}

/** What was checked before the call, in words for whoever asks later why this person was called. */
function describeChecks(
  contact: DueContact,
  { campaign, workspaceRules, numbers }: Claim,
  found: { ordinal: number; chosen: ChosenNumber; callsToday: number; localTime: string },
): AttemptCheck[] {
  const zones = zonesOfKey(contact.zoneKey);
  const others = zones.length > 1 ? `, and within the hours in ${zones.slice(1).join(', ')} too` : '';
  const { ordinal, chosen, callsToday, localTime } = found;
  const { legal_start: earliest, legal_end: latest } = workspaceRules;
  const number =
    numbers.length === 1 ? 'the only one of the campaign' : `${chosen.nearness} as the person, and rested`;
  return [
    { check: 'Why', result: describeWhy(contact, ordinal, campaign) },
    {
      check: 'Calling hours',
      result: `${localTime} in ${contact.timeZone}, between ${campaign.startTime} and ${campaign.endTime}${others}; no campaign calls before ${earliest} or after ${latest}`,
    },
    { check: 'Do-not-call list', result: 'The number is not on it' },
    {
      check: 'Consent',
      result: contact.consent ? `The file says: ${contact.consent}` : 'Not asked for by this campaign',
    },
    { check: 'Calls today', result: `${callsToday} of ${workspaceRules.calls_per_day} so far` },
    { check: 'Number', result: `${chosen.number.e164}: ${number}` },
  ];
}

/** What the person waited for. Who was held back meanwhile, by hours or limits, waits for what was said before. */
function describeWhy(
  { reason }: Pick<DueContact, 'reason'>,
  ordinal: number,
  { name, rules }: DialedCampaign,
): string {
  const isAgain =
    reason === 'retry_by_staff' || (ordinal > 1 && (reason.startsWith('retry_') || reason === 'callback'));
  const why = isAgain
    ? contactReasonLabels[reason]
    : ordinal === 1
      ? 'On the list, and not called before'
      : 'Not reached before';
  return `${why}. Attempt ${ordinal} of ${Math.max(ordinal, rules.max_attempts)} of the campaign ${name}`;
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The weekday of a local date, `YYYY-MM-DD`. */
function weekdayOf(date: string): string {
  return weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? '';
}
