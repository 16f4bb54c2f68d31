import { z } from 'zod';
import { Disposition, EndReasonId } from './calls.ts';
import {
  campaignLimits,
  campaignStatuses,
  campaignStatusReasons,
  contactReasons,
  contactStates,
  dialingModes,
  refusalReasons,
} from './campaign-rules.ts';
import { idOf } from './ids.ts';
import { route } from './route.ts';

export * from './campaign-rules.ts';

export const CampaignStatusName = z.enum(campaignStatuses);
export const DialingModeName = z.enum(dialingModes);
export const ContactStateName = z.enum(contactStates);
export const ContactReasonName = z.enum(contactReasons);

/** `HH:MM`, 24 hours. */
export const ClockTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Give the time as hours and minutes, such as 09:00.');
/** `YYYY-MM-DD`. */
export const LocalDate = z.iso.date('Give the date as year, month and day, such as 2026-11-23.');
/** An IANA time zone, such as America/Chicago. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'There is no such time zone. Give one such as America/Chicago.');

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const Minutes = z.int().min(1).max(43_200);
export const CampaignRulesSchema = z.object({
  weekdays: z.array(z.int().min(1).max(7)).min(1, 'Choose at least one day of the week.').max(7),
  holidays: z.array(LocalDate).max(campaignLimits.holidays),
  max_live_calls: z.int().min(1).max(campaignLimits.liveCalls),
  calls_per_second: z.number().min(0.1).max(campaignLimits.callsPerSecond),
  lines_per_agent: z.number().min(1).max(5),
  max_attempts: z.int().min(1).max(campaignLimits.attempts),
  retry_after_minutes: z.object({
    busy: Minutes,
    no_answer: Minutes,
    voicemail: Minutes,
    failed: Minutes,
  }),
  requires_consent: z.boolean(),
});

export const CallingRulesSchema = z.object({
  legal_start: ClockTime,
  legal_end: ClockTime,
  calls_per_day: z.int().min(1).max(20),
  max_live_calls: z.int().min(1).max(10_000),
  holidays: z.array(LocalDate).max(campaignLimits.holidays),
  disclosure: z.object({
    is_on: z.boolean(),
    text: z.string().trim().min(1).max(500),
    offers_opt_out_key: z.boolean(),
  }),
});

/** What became of a file on its way into the campaign. */
export const CampaignImport = z.object({
  id: z.string(),
  file_name: z.string(),
  state: z.enum(['waiting', 'reading', 'done', 'failed']),
  /** Why it failed, in words for staff. */
  problem: z.string(),
  /** 0 to 1. */
  progress: z.number(),
  rows: z.int(),
  imported: z.int(),
  refused: z.int(),
  /** How many rows were refused, by reason; reasons without rows are left out. */
  refused_by_reason: z.partialRecord(z.enum(refusalReasons), z.int()),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type CampaignImport = z.output<typeof CampaignImport>;

/** Real figures of a campaign, kept as calls end (CAMP-4). */
export const CampaignFigures = z.object({
  calls_made: z.int(),
  answered: z.int(),
  voicemails: z.int(),
  /** Contacts that are still to be called, those on the line included. */
  remaining: z.int(),
  /** Part of the calls made, 0 to 1; 0 without calls. */
  answer_rate: z.number(),
  voicemail_rate: z.number(),
  live_calls: z.int(),
  contacts_by_state: z.record(ContactStateName, z.int()),
});
export type CampaignFigures = z.output<typeof CampaignFigures>;

/** A campaign with the wire names of the specification, and what it lacks. */
export const Campaign = z.object({
  id: z.string(),
  campaign_name: z.string(),
  /** In lower case. */
  campaign_status: z.string(),
  /** Why it has this status, where nobody of the team chose it. */
  status_reason: z.enum(campaignStatusReasons).nullable(),
  contacts_count: z.int(),
  /** Null when the agent was deleted. */
  assigned_agent_uuid: z.string().nullable(),
  agent_name: z.string(),
  /** ISO 8601; null when it begins as soon as it runs. */
  start_date_time: z.string().nullable(),
  /** The first of its numbers; null when all are gone. */
  phone_number_id: z.string().nullable(),
  phone_number_ids: z.array(z.string()),
  /** E.164, in the order of the ids. */
  phone_numbers: z.array(z.string()),
  dialing_mode: DialingModeName,
  /** Of start date and time; the hours are those of each contact. */
  time_zone: z.string(),
  /** `YYYY-MM-DD` and `HH:MM` in `time_zone`; the date is empty when none was set. */
  start_date: z.string(),
  /** Hours of each contact in which it is called. */
  start_time: z.string(),
  end_time: z.string(),
  rules: CampaignRulesSchema,
  figures: CampaignFigures,
  /** The latest file; null for a campaign without one. */
  import: CampaignImport.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Campaign = z.output<typeof Campaign>;

/** A person of a campaign. */
export const Contact = z.object({
  id: z.string(),
  /** E.164. */
  phone: z.string(),
  /** First and last name, or empty. */
  name: z.string(),
  /** What the file says of the person, by merge field. */
  fields: z.record(z.string(), z.string()),
  state: ContactStateName,
  reason: ContactReasonName,
  /** What the last call meant. */
  outcome: Disposition.nullable(),
  attempts: z.int(),
  /** IANA zone its hours are kept in; where a number can lie in several, the first of them. */
  time_zone: z.string(),
  /** ISO 8601: when it is called next, at the earliest; null when it is not. */
  next_at: z.string().nullable(),
  last_at: z.string().nullable(),
  last_call_id: z.string().nullable(),
  /** Line of the file, the heading being line 1; null for people added otherwise. */
  row_number: z.int().nullable(),
});
export type Contact = z.output<typeof Contact>;

/** Why this person was called, at this hour, by this number, with which version of the agent. */
export const Attempt = z.object({
  id: z.string(),
  /** 1 for the first. */
  attempt: z.int(),
  at: z.string(),
  /** The person's own clock at the moment of dialing: `YYYY-MM-DD HH:MM`, and its zone. */
  local_time: z.string(),
  time_zone: z.string(),
  from_number: z.string(),
  agent_id: z.string().nullable(),
  agent_version: z.int().nullable(),
  call_id: z.string().nullable(),
  state: z.enum(['claimed', 'dialed', 'ended']),
  end_reason: EndReasonId.nullable(),
  outcome: Disposition.nullable(),
  /** What was checked before, each in words: hours, do-not-call list, consent, calls of the day, why this number. */
  checks: z.array(z.object({ check: z.string(), result: z.string() })),
});
export type Attempt = z.output<typeof Attempt>;

/** What a campaign would do, said before it begins. */
export const FlightCheck = z.object({
  contacts: z.int(),
  refused_by_reason: z.partialRecord(z.enum(refusalReasons), z.int()),
  /** Contacts that may be called right now by their own clock. */
  callable_now: z.int(),
  /** By zone: how many, what time it is there, when they may be called next (ISO 8601). */
  zones: z.array(
    z.object({
      time_zone: z.string(),
      contacts: z.int(),
      local_time: z.string(),
      next_slot: z.string().nullable(),
    }),
  ),
  /** Merge fields of prompt and greeting, with how many contacts lack them. */
  missing_fields: z.array(z.object({ field_name: z.string(), contacts: z.int() })),
  /** The greeting as some of the contacts will hear it, the emptiest first. */
  greetings: z.array(z.object({ contact_id: z.string(), phone: z.string(), text: z.string() })),
  /** ISO 8601; null when it cannot be told. */
  expected_finish: z.string().nullable(),
  /** What keeps it from running, in words; empty when nothing does. */
  problems: z.array(z.string()),
  warnings: z.array(z.string()),
});
export type FlightCheck = z.output<typeof FlightCheck>;

const Name = z
  .string()
  .trim()
  .min(1, 'Give the campaign a name.')
  .max(campaignLimits.nameLength, `At most ${campaignLimits.nameLength} characters.`);
/** A local date and time without zone: `2026-11-23T09:00` or with seconds. */
const LocalDateTime = z
  .string()
  .max(30)
  .regex(
    /^\d{4}-\d{2}-\d{2}[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?$/,
    'Give the time as 2026-11-23T09:00, without a zone.',
  );
/** From the column of the file to the product field; columns left out, or mapped to nothing, are not kept. */
const FieldMappings = z
  .record(z.string().max(300), z.string().max(60))
  .refine((given) => Object.keys(given).length <= campaignLimits.columns, 'Too many columns.');
const CsvUrl = z.string().min(1, 'Please fill in all details and upload a file.').max(500);

const CampaignId = z.object({ id: idOf('campaign') });
const ContactOf = z.object({ id: idOf('campaign'), contactId: idOf('contact') });
const answersCampaign = z.object({ campaign: Campaign });
const base = { tag: 'Campaigns', status: 200 } as const;
const written = { ...base, access: 'edit' } as const;
const read = { ...base, access: 'signed-in' } as const;

/** Which contacts a call is about: some by id, or all that fit. */
const ContactChoice = z
  .object({
    contact_ids: z.array(idOf('contact')).min(1).max(1_000).optional(),
    state: ContactStateName.optional(),
    outcome: Disposition.optional(),
    reason: ContactReasonName.optional(),
  })
  .refine((given) => Object.values(given).some((each) => each !== undefined), 'Say which contacts.');

export const campaignRoutes = {
  list: route({
    ...read,
    method: 'GET',
    path: '/campaigns',
    summary: 'Lists the campaigns of the workspace, newest first.',
    answer: z.object({ campaigns: z.array(Campaign) }),
  }),
  overview: route({
    ...read,
    method: 'GET',
    path: '/campaigns/overview',
    summary: 'How many campaigns and contacts there are, and the campaign calls made today.',
    query: z.object({ time_zone: TimeZone.optional().describe('Whose today; UTC without it.') }),
    answer: z.object({
      total_campaigns: z.int(),
      active_campaigns: z.int(),
      total_contacts: z.int(),
      calls_made_today: z.int(),
    }),
  }),
  create: route({
    ...written,
    method: 'POST',
    path: '/campaigns/create-campaign',
    summary:
      'Creates a campaign from an uploaded file. With a time it runs from then on, without one it waits to be started.',
    body: z.object({
      campaign_name: Name,
      agent_uuid: idOf('agent'),
      phone_number_id: idOf('number'),
      phone_number_ids: z
        .array(idOf('number'))
        .max(campaignLimits.numbers)
        .optional()
        .describe('More numbers to call with; the nearest to the contact is taken.'),
      time_stamp: LocalDateTime.nullish().describe('When it begins, in `time_zone`.'),
      time_zone: TimeZone.optional().describe("Without it the user's own."),
      field_mappings: FieldMappings,
      csv_url: CsvUrl.describe('`secure_url` of an upload.'),
      status: CampaignStatusName.optional(),
      dialing_mode: DialingModeName.default('dynamic'),
      start_time: ClockTime.default('09:00'),
      end_time: ClockTime.default('17:00'),
      rules: CampaignRulesSchema.partial().optional(),
    }),
    status: 201,
    answer: answersCampaign,
    errors: [
      'agent_not_found',
      'number_not_found',
      'upload_not_found',
      'campaign_phone_unmapped',
      'campaign_hours_empty',
      'campaigns_at_limit',
    ],
    perMinute: 60,
  }),
  updateStatus: route({
    ...written,
    method: 'PUT',
    path: '/campaigns/update-status',
    summary: 'Runs, pauses or stops a campaign; from any status to any other.',
    body: z.object({
      campaign_id: idOf('campaign'),
      status: CampaignStatusName,
      running_calls: z
        .enum(['finish', 'end'])
        .default('finish')
        .describe('What becomes of the calls on the line when it pauses or stops.'),
    }),
    answer: z.object({ success: z.literal(true), campaign: Campaign }),
    errors: ['campaign_not_found', 'email_unverified', 'campaign_agent_missing', 'campaign_number_missing'],
  }),
  get: route({
    ...read,
    method: 'GET',
    path: '/campaigns/{id}',
    summary: 'One campaign with its figures.',
    params: CampaignId,
    answer: answersCampaign,
    errors: ['campaign_not_found'],
  }),
  save: route({
    ...written,
    method: 'PUT',
    path: '/campaigns/{id}',
    summary: 'Changes the settings of a campaign. What is left out stays.',
    params: CampaignId,
    body: z
      .object({
        campaign_name: Name,
        start_date: z.union([LocalDate, z.literal('')]),
        start_time: ClockTime,
        end_time: ClockTime,
        time_zone: TimeZone,
        agent_uuid: idOf('agent'),
        phone_number_id: idOf('number'),
        phone_number_ids: z.array(idOf('number')).min(1).max(campaignLimits.numbers),
        dialing_mode: DialingModeName,
        rules: CampaignRulesSchema.partial(),
      })
      .partial(),
    answer: answersCampaign,
    errors: ['campaign_not_found', 'agent_not_found', 'number_not_found', 'campaign_hours_empty'],
  }),
  remove: route({
    ...written,
    method: 'DELETE',
    path: '/campaigns/{id}',
    summary:
      'Deletes a campaign with its contacts. Its calls stay in the call log; those on the line finish.',
    params: CampaignId,
    answer: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['campaign_not_found'],
  }),
  addFile: route({
    ...written,
    method: 'POST',
    path: '/campaigns/{id}/imports',
    summary: 'Adds the people of another uploaded file.',
    params: CampaignId,
    body: z.object({ csv_url: CsvUrl, field_mappings: FieldMappings }),
    status: 202,
    answer: answersCampaign,
    errors: ['campaign_not_found', 'upload_not_found', 'campaign_phone_unmapped', 'campaign_import_runs'],
    perMinute: 60,
  }),
  flightCheck: route({
    ...read,
    method: 'GET',
    path: '/campaigns/{id}/flight-check',
    summary: 'What the campaign would do now: local times, missing merge fields, greetings, expected finish.',
    params: CampaignId,
    answer: FlightCheck,
    errors: ['campaign_not_found'],
    perMinute: 120,
  }),
  listContacts: route({
    ...read,
    method: 'GET',
    path: '/campaigns/{id}/contacts',
    summary: 'The people of a campaign in the order they were added, a page at a time.',
    params: CampaignId,
    query: z.object({
      state: ContactStateName.optional(),
      outcome: Disposition.optional(),
      q: z
        .string()
        .trim()
        .max(100)
        .optional()
        .describe('Part of a name, or the beginning or end of a number.'),
      after: idOf('contact').optional().describe('`next_after` of the page before.'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    answer: z.object({ contacts: z.array(Contact), next_after: z.string().nullable() }),
    errors: ['campaign_not_found'],
  }),
  getContact: route({
    ...read,
    method: 'GET',
    path: '/campaigns/{id}/contacts/{contactId}',
    summary:
      'One person with every attempt: when, by which number, with which version of the agent, and why.',
    params: ContactOf,
    answer: z.object({ contact: Contact, attempts: z.array(Attempt) }),
    errors: ['campaign_not_found', 'contact_not_found'],
  }),
  retryContacts: route({
    ...written,
    method: 'POST',
    path: '/campaigns/{id}/contacts/retry',
    summary: 'Has people called once more. Whoever is on the do-not-call list is left out.',
    params: CampaignId,
    body: ContactChoice,
    answer: z.object({ success: z.literal(true), contacts: z.int() }),
    errors: ['campaign_not_found'],
  }),
  removeContacts: route({
    ...written,
    method: 'POST',
    path: '/campaigns/{id}/contacts/remove',
    summary: 'Takes people off a campaign. What was called stays in the history.',
    params: CampaignId,
    body: ContactChoice,
    answer: z.object({ success: z.literal(true), contacts: z.int() }),
    errors: ['campaign_not_found'],
  }),
};

/** Paths, below `/api/v1`, of the files a campaign gives: all contacts, and the rows that were refused. */
export const contactsFilePath = (campaignId: string): string => `/campaigns/${campaignId}/contacts.csv`;
export const refusedRowsPath = (campaignId: string): string => `/campaigns/${campaignId}/refused-rows.csv`;
