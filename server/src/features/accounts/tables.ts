import type { Role } from '@parley/contract/roles';
import { boolean, integer, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { precision: 3, withTimezone: true });
const times = {
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
};

// The properties of the first four tables are named as the auth library names its fields.

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  email: text('email').notNull(),
  name: text('name').notNull(),
  firstName: text('first_name').notNull().default(''),
  lastName: text('last_name').notNull().default(''),
  phoneNumber: text('phone_number').notNull().default(''),
  timeZone: text('time_zone').notNull().default(''),
  image: text('image'),
  emailVerified: boolean('is_email_verified').notNull().default(false),
  ...times,
});

export const sessions = pgTable('sessions', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  token: text('token').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  expiresAt: at('expires_at').notNull(),
  activeWorkspaceId: text('active_workspace_id'),
  ...times,
});

export const credentials = pgTable('credentials', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  providerId: text('provider_id').notNull(),
  accountId: text('account_id').notNull(),
  password: text('password'),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: at('access_token_expires_at'),
  refreshTokenExpiresAt: at('refresh_token_expires_at'),
  scope: text('scope'),
  ...times,
});

export const verifications = pgTable('verifications', {
  id: text('id').primaryKey(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: at('expires_at').notNull(),
  ...times,
});

export const workspaces = pgTable('workspaces', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  trialEndsAt: at('trial_ends_at'),
  createdAt: at('created_at').notNull().defaultNow(),
});

export const mailedSecrets = pgTable(
  'mailed_secrets',
  {
    userId: text('user_id').notNull(),
    purpose: text('purpose').$type<'verify_email' | 'reset_password'>().notNull(),
    secretHash: text('secret_hash').notNull(),
    triesLeft: smallint('tries_left').notNull(),
    expiresAt: at('expires_at').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.purpose] })],
);

export const countedTries = pgTable('counted_tries', {
  key: text('key').primaryKey(),
  tries: integer('tries').notNull(),
  nextAt: at('next_at').notNull(),
  forgetAt: at('forget_at').notNull(),
});

export const memberships = pgTable(
  'memberships',
  {
    userId: text('user_id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    role: text('role').$type<Role>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    lastUsedAt: at('last_used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.workspaceId] })],
);
