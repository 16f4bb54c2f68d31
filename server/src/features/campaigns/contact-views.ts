import { type ContactReason, contactReasonLabels, contactStateLabels } from '@parley/contract/campaign-rules';
import type { Attempt, Contact } from '@parley/contract/campaigns';
import { localTimeOf } from './dialing/calling-hours.ts';
import type { AttemptRow, ContactRow } from './tables.ts';

/** A person of a campaign as the wire names it. */
export function toContact(row: ContactRow): Contact {
  return {
    id: row.id,
    phone: row.phone,
    name: row.name,
    fields: { ...row.fields, ...(row.consent !== null && { consent: row.consent }) },
    state: row.state,
    reason: row.reason,
    outcome: row.outcome,
    attempts: row.attempts,
    time_zone: row.timeZone,
    next_at: row.state === 'waiting' ? (row.nextAt?.toISOString() ?? null) : null,
    last_at: row.lastAt?.toISOString() ?? null,
    last_call_id: row.lastCallId,
    row_number: row.rowNumber,
  };
}

export function toAttempt(
  row: AttemptRow,
  {
    versionNumbers,
    agentNames,
  }: {
    versionNumbers: ReadonlyMap<string, number>;
    agentNames: ReadonlyMap<string, { name: string }>;
  },
): Attempt {
  return {
    id: row.id,
    attempt: row.ordinal,
    at: row.createdAt.toISOString(),
    local_time: row.localTime,
    time_zone: row.timeZone,
    from_number: row.fromNumber,
    agent_id: row.agentId,
    agent_name: agentNames.get(row.agentId ?? '')?.name ?? '',
    agent_version: versionNumbers.get(row.agentVersionId ?? '') ?? null,
    call_id: row.callId,
    state: row.state,
    end_reason: row.endReason,
    outcome: row.outcome,
    checks: row.checks.map(({ check, result }) => ({ check, result })),
  };
}

/** The heading of the file of contacts, besides their merge fields. */
export const contactColumns = [
  'phone',
  'name',
  'state',
  'reason',
  'outcome',
  'attempts',
  'last_call',
  'next_call',
  'time_zone',
  'last_call_id',
] as const;

/** The cells of a contact in the file, in the order of `contactColumns`, then `fields`. Times are the contact's own. */
export function toContactCells(row: ContactRow, fields: readonly string[]): (string | number)[] {
  const localTime = (moment: Date | null): string => {
    if (moment === null) return '';
    const { date, time } = localTimeOf(row.timeZone, moment.getTime());
    return `${date} ${time}`;
  };
  const reason: ContactReason = row.reason;
  return [
    row.phone,
    row.name,
    contactStateLabels[row.state],
    contactReasonLabels[reason],
    row.outcome ?? '',
    row.attempts,
    localTime(row.lastAt),
    row.state === 'waiting' ? localTime(row.nextAt) : '',
    row.timeZone,
    row.lastCallId ?? '',
    ...fields.map((field) => row.fields[field] ?? ''),
  ];
}
