import { z } from 'zod';
import { idOf } from './ids.ts';
import { route } from './route.ts';

export const auditPageSize = 20;

/** One field that an action changed. What is secret or long is named without its values. */
export const AuditChange = z.object({
  field: z.string().max(80),
  before: z.string().max(200).nullable(),
  after: z.string().max(200).nullable(),
});
export type AuditChange = z.output<typeof AuditChange>;

export const AuditEntry = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  actor: z.object({ kind: z.enum(['user', 'api_key']), id: z.string(), name: z.string() }),
  /** A name of the table of actions (audit-actions.ts). */
  action: z.string(),
  subject: z.object({ id: z.string(), name: z.string() }),
  changes: z.array(AuditChange),
  /** Where the request came from. */
  address: z.string(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'A day reads 2026-11-21.')
  .pipe(z.iso.date());

export const auditRoutes = {
  list: route({
    method: 'GET',
    path: '/audit-log',
    summary: 'Who changed what in the workspace, newest first.',
    tag: 'Team',
    access: 'manage',
    query: z.object({
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      page_size: z.coerce.number().int().min(1).max(100).default(auditPageSize),
      /** Only what this member did. */
      member: idOf('user').optional(),
      /** Only this action. */
      action: z.string().min(1).max(80).optional(),
      /** First and last day, both included, in UTC. */
      from: Day.optional(),
      to: Day.optional(),
    }),
    status: 200,
    answer: z.object({ entries: z.array(AuditEntry), count: z.int() }),
  }),
};
