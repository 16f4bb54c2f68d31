import { z } from 'zod';
import { idOf } from './ids.ts';
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
  status: z.string(),
  inbound_agent_id: z.string().nullable(),
  outbound_agent_id: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Where a SIP phone rings it, when the SIP carrier is on. */
  sip_address: z.string().nullable(),
});
export type PhoneNumber = z.output<typeof PhoneNumber>;

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
    summary: 'Chooses the agents that answer and place calls with a number.',
    tag: 'Phone numbers',
    access: 'edit',
    params: z.object({ id: idOf('number') }),
    body: z.object({
      inbound_agent_id: idOf('agent').nullable(),
      outbound_agent_id: idOf('agent').nullable(),
    }),
    status: 200,
    answer: z.object({ success: z.literal(true), data: PhoneNumber }),
    errors: ['number_not_found', 'agent_not_found', 'agent_inactive'],
  }),
};
