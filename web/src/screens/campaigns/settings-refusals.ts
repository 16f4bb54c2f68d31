import { AppError } from '@parley/contract/errors';

/** Fields of the form by the wire names of what the server checks. */
const fieldsByWireName: ReadonlyMap<string, string> = new Map([
  ['campaign_name', 'name'],
  ['start_date', 'date'],
  ['start_time', 'startTime'],
  ['end_time', 'endTime'],
  ['time_zone', 'timeZone'],
  ['agent_uuid', 'agentId'],
  ['phone_number_ids', 'numberIds'],
  ['dialing_mode', 'mode'],
  ['rules.weekdays', 'weekdays'],
  ['rules.holidays', 'holidays'],
  ['rules.max_live_calls', 'maxLiveCalls'],
  ['rules.calls_per_second', 'callsPerSecond'],
  ['rules.lines_per_agent', 'linesPerAgent'],
  ['rules.max_attempts', 'maxAttempts'],
  ['rules.retry_after_minutes.busy', 'retry.busy'],
  ['rules.retry_after_minutes.no_answer', 'retry.no_answer'],
  ['rules.retry_after_minutes.voicemail', 'retry.voicemail'],
  ['rules.retry_after_minutes.failed', 'retry.failed'],
  ['rules.requires_consent', 'requiresConsent'],
]);

/** The field that a refusal without details is about. */
const fieldsByCode: ReadonlyMap<string, string> = new Map([
  ['campaign_hours_empty', 'endTime'],
  ['agent_not_found', 'agentId'],
]);

/** The server's complaints by field of the form; empty where the failure is about none of them. */
export function refusedSettings(error: unknown): Record<string, string> {
  if (!(error instanceof AppError)) return {};
  if (error.code === 'number_not_found')
    return { numberIds: 'One of these numbers was deleted. Take it out, or choose another.' };
  const field = fieldsByCode.get(error.code);
  if (field !== undefined) return { [field]: error.message };
  return Object.fromEntries(
    (error.details ?? []).flatMap(({ field: wireName, message }) => {
      // One of a list is told at the list: `rules.holidays.3`.
      const known = fieldsByWireName.get(wireName.replace(/\.\d+$/, ''));
      return known === undefined ? [] : [[known, message]];
    }),
  );
}
