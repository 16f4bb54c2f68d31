import type { InvitedRole } from '@parley/contract/team';
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { precision: 3, withTimezone: true });

export const invitations = pgTable('invitations', {
  id: text('id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  email: text('email').notNull(),
  role: text('role').$type<InvitedRole>().notNull(),
  tokenHash: text('token_hash').notNull(),
  invitedBy: text('invited_by'),
  sentAt: at('sent_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  acceptedAt: at('accepted_at'),
});

export type InvitationRow = typeof invitations.$inferSelect;
