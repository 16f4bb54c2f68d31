import { z } from 'zod';
import { CallingRulesSchema } from './campaigns.ts';
import { idOf } from './ids.ts';
import { route } from './route.ts';

export const doNotCallLimits = { numbersAtOnce: 1_000, noteLength: 200 } as const;

/** staff: typed or imported by the team · spoken, key: the person said so, or pressed 9, in a call. */
export const DoNotCallSource = z.enum(['staff', 'file', 'spoken', 'key', 'analysis']);
export type DoNotCallSource = z.output<typeof DoNotCallSource>;

/** A number that no campaign of the workspace calls. */
export const DoNotCallEntry = z.object({
  id: z.string(),
  /** E.164. */
  phone: z.string(),
  source: DoNotCallSource,
  note: z.string(),
  /** What the person said, or which key they pressed. */
  words: z.string(),
  /** The call in which the person asked for it. */
  call_id: z.string().nullable(),
  created_at: z.string(),
});
export type DoNotCallEntry = z.output<typeof DoNotCallEntry>;

const base = { tag: 'Contacts', status: 200 } as const;
const Note = z.string().trim().max(doNotCallLimits.noteLength).default('');

export const doNotCallRoutes = {
  list: route({
    ...base,
    method: 'GET',
    path: '/do-not-call',
    summary: 'The numbers that no campaign calls, newest first, a page at a time.',
    access: 'signed-in',
    query: z.object({
      q: z.string().trim().max(40).optional().describe('Some of the digits, from the beginning or the end.'),
      after: idOf('doNotCall').optional().describe('`next_after` of the page before.'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    answer: z.object({
      entries: z.array(DoNotCallEntry),
      total: z.int(),
      next_after: z.string().nullable(),
    }),
  }),
  add: route({
    ...base,
    method: 'POST',
    path: '/do-not-call',
    summary: 'Puts numbers on the list: campaigns leave them out from now on.',
    access: 'edit',
    body: z.object({
      phones: z.array(z.string().max(40)).min(1).max(doNotCallLimits.numbersAtOnce),
      note: Note,
    }),
    status: 201,
    answer: z.object({
      added: z.int(),
      already_listed: z.int(),
      /** Those that are no phone numbers. */
      invalid: z.array(z.string()),
    }),
  }),
  importFile: route({
    ...base,
    method: 'POST',
    path: '/do-not-call/import',
    summary: 'Puts the numbers of an uploaded file on the list.',
    access: 'edit',
    body: z.object({
      csv_url: z.string().min(1).max(500),
      column: z.string().max(300).optional().describe('Without it the first column with phone numbers.'),
      note: Note,
    }),
    status: 201,
    answer: z.object({ added: z.int(), already_listed: z.int(), invalid: z.int() }),
    errors: ['upload_not_found', 'csv_unreadable'],
    perMinute: 20,
  }),
  remove: route({
    ...base,
    method: 'DELETE',
    path: '/do-not-call/{id}',
    summary:
      'Takes a number off the list. People it stopped stay stopped until somebody has them called again.',
    access: 'manage',
    params: z.object({ id: idOf('doNotCall') }),
    answer: z.object({ success: z.literal(true) }),
    errors: ['do_not_call_not_found'],
  }),
  getRules: route({
    ...base,
    method: 'GET',
    path: '/calling-rules',
    summary: 'What holds for every campaign: legal hours, calls a day, what is said first.',
    access: 'signed-in',
    answer: z.object({ rules: CallingRulesSchema }),
  }),
  saveRules: route({
    ...base,
    method: 'PUT',
    path: '/calling-rules',
    summary: 'Changes what holds for every campaign. What is left out stays.',
    access: 'manage',
    body: CallingRulesSchema.partial(),
    answer: z.object({ rules: CallingRulesSchema }),
    errors: ['campaign_hours_empty'],
  }),
};

/** Path, below `/api/v1`, of the whole list as a file. */
export const doNotCallFilePath = '/do-not-call.csv';
