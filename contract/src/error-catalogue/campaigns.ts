import type { ErrorRow } from './error-row.ts';

/** Errors of campaigns, their contacts and files, and the do-not-call list. */
export const campaignsErrors = {
  campaign_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'This campaign is no longer there.',
  },
  contact_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'This person is not in the campaign.',
  },
  campaign_phone_unmapped: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: 'Please map the phone field to proceed.',
  },
  campaign_incomplete: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: 'Please fill in all details and upload a file.',
  },
  campaign_hours_empty: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: 'The end time must be later than the start time.',
  },
  campaigns_at_limit: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'A workspace has room for {limit} campaigns. Delete one that is no longer needed.',
  },
  campaign_agent_missing: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'Choose an agent that is switched on before the campaign runs.',
  },
  campaign_number_missing: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'Choose a phone number to call with before the campaign runs.',
  },
  campaign_nobody_to_try: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'Nobody on the list is left to be called, so there is no call to try.',
  },
  campaign_import_runs: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'A file is still being read into this campaign. Add the next one when it is done.',
  },
  upload_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'The uploaded file is no longer there. Please upload it again.',
  },
  upload_not_csv: {
    kind: 'VALIDATION_ERROR',
    status: 415,
    message: 'This is not a CSV file: {problem}',
  },
  uploads_at_limit: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'There are {limit} uploaded files already. Use or wait for the older ones to be removed.',
  },
  do_not_call_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'This number is not on the do-not-call list.',
  },
  refused_rows_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'No row of this campaign was refused.',
  },
} as const satisfies Record<string, ErrorRow>;
