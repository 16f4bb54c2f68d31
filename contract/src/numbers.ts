import { z } from 'zod';
import { E164 } from './e164.ts';
import { idOf } from './ids.ts';
import { numberNameMaxLength } from './number-rules.ts';
import { route } from './route.ts';

/** A phone number with the wire names of the specification. */
export const PhoneNumber = z.object({
  id: z.string(),
  name: z.string(),
  /** E.164. */
  phone: z.string(),
  /** National part. */
  number: z.string(),
  country_code: z.string(),
  area_code: z.string(),
  /** State or region of North American numbers, else the country; never empty. */
  area: z.string(),
  status: z.string(),
  inbound_agent_id: z.string().nullable(),
  outbound_agent_id: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The trunk it came with; null for a number of this machine. */
  connection_id: z.string().nullable(),
  /** When it was bought here; null for a number that came otherwise. Its carrier takes money for it every month. */
  bought_at: z.string().nullable(),
  /** When a test ring last came in through its trunk, and who rang; null before. */
  verified_at: z.string().nullable(),
  verified_from: z.string().nullable(),
  /** Until when a test ring is waited for; null when none is. */
  ring_awaited_until: z.string().nullable(),
  /** Where a SIP phone rings it, when the SIP carrier is on. */
  sip_address: z.string().nullable(),
});
export type PhoneNumber = z.output<typeof PhoneNumber>;

/** How a number did over the last days. Test calls do not count. */
export const NumberHealth = z.object({
  /** E.164. */
  phone: z.string(),
  calls: z.int(),
  answered: z.int(),
  /** Part of the calls that were answered, 0 to 1. */
  answer_rate: z.number(),
  /** Answered calls that were over within ten seconds. */
  short_calls: z.int(),
  last_used_at: z.string(),
});
export type NumberHealth = z.output<typeof NumberHealth>;

const Name = z.string().trim().min(1, 'Give the number a name.').max(numberNameMaxLength);

export const numberRoutes = {
  list: route({
    method: 'GET',
    path: '/phone-numbers',
    summary: 'The phone numbers of the workspace. Without `page` all of them.',
    tag: 'Phone numbers',
    access: 'signed-in',
    query: z.object({
      page: z.coerce.number().int().min(1).optional(),
      page_size: z.coerce.number().int().min(1).max(100).default(10),
      company_id: z
        .string()
        .max(100)
        .optional()
        .describe('Accepted and ignored: the session names the workspace.'),
    }),
    status: 200,
    answer: z.object({
      success: z.literal(true),
      data: z.array(PhoneNumber),
      total: z.int(),
      message: z.string(),
    }),
  }),
  save: route({
    method: 'PUT',
    path: '/phone-numbers/{id}',
    summary: 'Names a number and chooses the agents that answer and place calls with it.',
    tag: 'Phone numbers',
    access: 'edit',
    params: z.object({ id: idOf('number') }),
    body: z.object({
      name: Name.optional().describe('Without it the name stays.'),
      inbound_agent_id: idOf('agent').nullable(),
      outbound_agent_id: idOf('agent').nullable(),
    }),
    status: 200,
    answer: z.object({ success: z.literal(true), data: PhoneNumber }),
    errors: ['number_not_found', 'agent_not_found', 'agent_inactive'],
  }),
  overview: route({
    method: 'GET',
    path: '/phone-numbers/overview',
    summary: 'How the numbers did over the last 30 days, and whether simulated ones can be added.',
    tag: 'Phone numbers',
    access: 'signed-in',
    status: 200,
    answer: z.object({
      /** Numbers of this machine can be added: only where the product runs in local mode. */
      can_simulate: z.boolean(),
      /** Numbers without calls are not among them. */
      health: z.array(NumberHealth),
    }),
  }),
  create: route({
    method: 'POST',
    path: '/phone-numbers',
    summary: 'Adds a simulated number, which phones and agents of this machine can ring. Only in local mode.',
    tag: 'Phone numbers',
    access: 'edit',
    body: z.object({ phone: E164, name: Name.optional() }),
    status: 201,
    answer: z.object({ success: z.literal(true), data: PhoneNumber }),
    errors: ['numbers_not_simulated', 'number_not_fictional', 'number_taken', 'numbers_at_limit'],
  }),
  awaitRing: route({
    method: 'POST',
    path: '/phone-numbers/{id}/test-ring',
    summary:
      'Waits two minutes for a call to the number through its trunk: the first one makes it verified. Forgets an earlier one.',
    tag: 'Phone numbers',
    access: 'manage',
    params: z.object({ id: idOf('number') }),
    status: 200,
    answer: z.object({ success: z.literal(true), data: PhoneNumber }),
    errors: ['number_not_found', 'number_without_trunk'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/phone-numbers/{id}',
    summary: 'Takes a number out of the workspace. Calls to it are refused from then on; past calls stay.',
    tag: 'Phone numbers',
    access: 'edit',
    params: z.object({ id: idOf('number') }),
    status: 200,
    answer: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['number_not_found'],
  }),
};
