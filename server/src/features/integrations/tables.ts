import type { IntegrationSettings } from '@parley/contract/integrations';
import { integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { precision: 3, withTimezone: true });

export const integrations = pgTable('integrations', {
  id: text('id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  name: text('name').notNull(),
  state: text('state').$type<'connected' | 'needs_reconnecting'>().notNull(),
  account: text('account').notNull(),
  sealedGrant: text('sealed_grant').notNull(),
  grantVersion: integer('grant_version').notNull().default(1),
  refreshingUntil: at('refreshing_until'),
  settings: jsonb('settings').$type<IntegrationSettings>().notNull(),
  connectedBy: text('connected_by').notNull(),
  connectedAt: at('connected_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});
export type IntegrationRow = typeof integrations.$inferSelect;

export const integrationClients = pgTable(
  'integration_clients',
  {
    workspaceId: text('workspace_id').notNull(),
    name: text('name').notNull(),
    clientId: text('client_id').notNull(),
    sealedSecret: text('sealed_secret').notNull(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.name] })],
);
export type IntegrationClientRow = typeof integrationClients.$inferSelect;

export const integrationJourneys = pgTable('integration_journeys', {
  stateHash: text('state_hash').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  userId: text('user_id').notNull(),
  sessionId: text('session_id').notNull(),
  name: text('name').notNull(),
  sealedVerifier: text('sealed_verifier').notNull(),
  expiresAt: at('expires_at').notNull(),
});
export type IntegrationJourneyRow = typeof integrationJourneys.$inferSelect;

export const integrationBookings = pgTable('integration_bookings', {
  id: text('id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  integrationId: text('integration_id').notNull(),
  calendarId: text('calendar_id').notNull(),
  startsAt: at('starts_at').notNull(),
  endsAt: at('ends_at').notNull(),
  state: text('state').$type<'held' | 'booked' | 'released' | 'cancelled'>().notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});
export type IntegrationBookingRow = typeof integrationBookings.$inferSelect;

export const integrationMessages = pgTable(
  'integration_messages',
  {
    integrationId: text('integration_id').notNull(),
    callId: text('call_id').notNull(),
    channelId: text('channel_id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    sentAt: at('sent_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.integrationId, table.callId, table.channelId] })],
);
