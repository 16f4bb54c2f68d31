import { z } from 'zod';
import { Disposition } from './calls.ts';
import { campaignLimits } from './campaign-rules.ts';
import {
  Attempt,
  Campaign,
  CampaignRulesSchema,
  CampaignStatusName,
  ClockTime,
  Contact,
  ContactReasonName,
  ContactStateName,
  DialingModeName,
  FlightCheck,
  LocalDate,
  TimeZone,
  TriedCall,
} from './campaign-shapes.ts';
import { idOf } from './ids.ts';
import { route } from './route.ts';

export * from './campaign-rules.ts';
export * from './campaign-shapes.ts';

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
  tryCalls: route({
    ...written,
    method: 'POST',
    path: '/campaigns/{id}/simulated-calls',
    summary:
      'Calls a few people of a simulated network as it would call those on the list. No phone rings, no figures count it.',
    params: CampaignId,
    status: 202,
    answer: z.object({ calls: z.array(TriedCall) }),
    errors: [
      'campaign_not_found',
      'campaign_agent_missing',
      'campaign_nobody_to_try',
      'unavailable',
      'no_route_for_number',
      'calls_at_limit',
    ],
    perMinute: 10,
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
