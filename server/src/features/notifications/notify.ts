import type { NotificationKind, NotificationTone } from '@parley/contract/notifications';
import type { Queries } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { LiveFeed } from '../../platform/live-feed/live-feed.ts';
import { deleteBeyond, saveNotification, wasToldWithin } from './queries.ts';

/** Notifications a workspace keeps; the oldest go first. */
export const keptPerWorkspace = 200;
/** What goes on happening is told again no more often than this. */
const quietMs = 60_000;

/** What to tell the people of a workspace. */
export type NewNotification = {
  workspaceId: string;
  kind: NotificationKind;
  tone: NotificationTone;
  /** What happened, in a few words. At most 120 characters are kept. */
  title: string;
  /** What it means and what to do, in a sentence or two. At most 400 characters are kept. */
  text: string;
  /** A path of the product, beginning with `/app/`. */
  link?: string;
  /** The one user it is for; everybody when left out. */
  userId?: string;
  /**
   * What counts as the same, such as `calls.provider_failed`: told again it stays one notification, unread anew,
   * and within a minute it is told once.
   */
  groupKey?: string;
};

/** Stores a notification with the caller's transaction and tells the open screens when that commits. */
export async function notify(
  tx: Queries,
  liveFeed: Pick<LiveFeed, 'publish'>,
  notification: NewNotification,
): Promise<void> {
  const { workspaceId, title, text, link, groupKey } = notification;
  if (link !== undefined && !/^\/app\/[^\s]*$/.test(link))
    throw new Error('A notification leads into the product.');
  if (groupKey !== undefined && (await wasToldWithin(tx, { workspaceId, groupKey }, quietMs))) return;
  const notificationId = await saveNotification(tx, {
    ...notification,
    id: newId('notification'),
    title: title.slice(0, 120),
    text: text.slice(0, 400),
  });
  await deleteBeyond(tx, workspaceId, keptPerWorkspace);
  await liveFeed.publish(tx, workspaceId, { type: 'notification.added', notificationId });
}
