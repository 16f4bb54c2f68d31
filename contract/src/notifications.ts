import { z } from 'zod';
import { idOf } from './ids.ts';
import { route } from './route.ts';

/** What a notification is about; the bell shows a picture for each. */
export const NotificationKind = z.enum([
  'welcome',
  'call',
  'campaign',
  'connection',
  'integration',
  'webhook',
  'knowledge',
  'billing',
  'team',
]);
export type NotificationKind = z.output<typeof NotificationKind>;

/** How much it matters: `error`: something does not work · `warning`: it soon will not · the rest is news. */
export const NotificationTone = z.enum(['info', 'success', 'warning', 'error']);
export type NotificationTone = z.output<typeof NotificationTone>;

export const Notification = z.object({
  id: z.string(),
  kind: NotificationKind,
  tone: NotificationTone,
  title: z.string(),
  text: z.string(),
  /** Where in the product it leads, such as `/app/voice-agents`; null when there is nowhere to go. */
  link: z.string().nullable(),
  /** ISO 8601: when it happened first, and last where the same went on happening. */
  created_at: z.string(),
  last_at: z.string(),
  /** By the user who asks. */
  is_read: z.boolean(),
});
export type Notification = z.output<typeof Notification>;

const Unread = z.object({ unread_count: z.int() });

export const notificationRoutes = {
  list: route({
    method: 'GET',
    path: '/notifications',
    summary: 'The notifications of the workspace, newest first, and how many the user has not read.',
    tag: 'Notifications',
    access: 'signed-in',
    query: z.object({
      page: z.coerce.number().int().min(1).max(1_000).default(1),
      page_size: z.coerce.number().int().min(1).max(50).default(20),
    }),
    status: 200,
    answer: Unread.extend({
      notifications: z.array(Notification),
      total: z.int(),
      has_next: z.boolean(),
    }),
  }),
  markAllRead: route({
    method: 'POST',
    path: '/notifications/read-all',
    summary: 'Marks every notification as read by the user.',
    tag: 'Notifications',
    access: 'signed-in',
    status: 200,
    answer: Unread,
  }),
  markRead: route({
    method: 'POST',
    path: '/notifications/{id}/read',
    summary: 'Marks one notification as read by the user.',
    tag: 'Notifications',
    access: 'signed-in',
    params: z.object({ id: idOf('notification') }),
    status: 200,
    answer: Unread,
    errors: ['notification_not_found'],
  }),
};
