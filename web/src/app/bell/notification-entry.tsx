import { ThemeIcon } from '@mantine/core';
import type { Notification, NotificationKind, NotificationTone } from '@parley/contract/notifications';
import {
  IconBook2,
  IconCreditCard,
  IconPhone,
  IconPlug,
  IconPlugConnected,
  IconSparkles,
  IconSpeakerphone,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { formatAgo } from '../../components/format.ts';
import classes from './bell.module.css';

const icons: Readonly<Record<NotificationKind, typeof IconPhone>> = {
  welcome: IconSparkles,
  call: IconPhone,
  campaign: IconSpeakerphone,
  connection: IconPlug,
  integration: IconPlugConnected,
  webhook: IconWebhook,
  knowledge: IconBook2,
  billing: IconCreditCard,
  team: IconUsers,
};

const colors: Readonly<Record<NotificationTone, string>> = {
  info: 'pine',
  success: 'pine',
  warning: 'yellow',
  error: 'red',
};

type NotificationEntryProps = { notification: Notification; nowMs: number; onChoose: () => void };

/** One notification: a link where it leads somewhere, so that it opens in a new tab as links do; else a button. */
export function NotificationEntry({ notification, nowMs, onChoose }: NotificationEntryProps) {
  const { kind, tone, title, text, link, last_at: lastAt, is_read: isRead } = notification;
  const Icon = icons[kind];
  const content = (
    <>
      <ThemeIcon size={36} radius="md" variant="light" color={colors[tone]} aria-hidden="true">
        <Icon size={19} stroke={1.7} />
      </ThemeIcon>
      <span className={classes['words']}>
        <span className={classes['title']}>
          {title}
          {!isRead && <span className="sr"> (unread)</span>}
        </span>
        <span className={classes['text']}>{text}</span>
        <time className={classes['time']} dateTime={lastAt}>
          {formatAgo(lastAt, nowMs)}
        </time>
      </span>
      {!isRead && <span className={classes['dot']} aria-hidden="true" />}
    </>
  );
  return (
    <li>
      {link === null ? (
        <button type="button" className={classes['entry']} data-entry onClick={onChoose}>
          {content}
        </button>
      ) : (
        <a
          href={link}
          className={classes['entry']}
          data-entry
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            onChoose();
          }}
        >
          {content}
        </a>
      )}
    </li>
  );
}
