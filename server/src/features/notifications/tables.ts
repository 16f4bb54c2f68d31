import type { NotificationKind, NotificationTone } from '@parley/contract/notifications';
import { pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { precision: 3, withTimezone: true });

export const notifications = pgTable('notifications', {
  id: text('id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  userId: text('user_id'),
  kind: text('kind').$type<NotificationKind>().notNull(),
  tone: text('tone').$type<NotificationTone>().notNull(),
  title: text('title').notNull(),
  text: text('text').notNull(),
  link: text('link'),
  groupKey: text('group_key'),
  createdAt: at('created_at').notNull().defaultNow(),
  lastAt: at('last_at').notNull().defaultNow(),
});
export type NotificationRow = typeof notifications.$inferSelect;

export const notificationReads = pgTable(
  'notification_reads',
  {
    notificationId: text('notification_id').notNull(),
    userId: text('user_id').notNull(),
    readAt: at('read_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.notificationId, table.userId] })],
);

export const notificationWelcomes = pgTable('notification_welcomes', {
  workspaceId: text('workspace_id').primaryKey(),
});
