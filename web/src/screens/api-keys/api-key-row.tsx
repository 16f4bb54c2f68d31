import { ActionIcon, Badge, Menu, Text } from '@mantine/core';
import type { ApiKey } from '@parley/contract/api-keys';
import { IconBan, IconDots, IconPencil } from '@tabler/icons-react';
import { formatAgo } from '../../components/format.ts';
import classes from './api-keys.module.css';

export type ApiKeyActionsProps = { onEdit: (key: ApiKey) => void; onRevoke: (key: ApiKey) => void };

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
/** A key that ends this soon is shown in another colour. */
const soonMs = 7 * 86_400_000;

/** `Mar 4, 2027`. */
export const formatDay = (timestamp: string): string => day.format(new Date(timestamp));

/** Name of a key and how it begins and ends. */
export function KeyName({ apiKey }: { apiKey: ApiKey }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Text fw={600} lineClamp={2}>
        {apiKey.name}
      </Text>
      <Text c="dimmed" className={classes['hint']}>
        {apiKey.hint}
      </Text>
    </div>
  );
}

/** Whether a key works, in a word. */
export function KeyState({ apiKey, nowMs }: { apiKey: ApiKey; nowMs: number }) {
  const { state, expiresAt } = apiKey;
  if (state === 'revoked') return <Badge color="gray">Revoked</Badge>;
  if (state === 'expired') return <Badge color="gray">Expired</Badge>;
  if (state === 'stopped') return <Badge color="yellow">{`Stopped: ${apiKey.createdBy} left`}</Badge>;
  if (expiresAt !== null && Date.parse(expiresAt) - nowMs < soonMs)
    return <Badge color="yellow">Ends soon</Badge>;
  return <Badge color="pine">Active</Badge>;
}

/** `5 minutes ago`, or that it never was. */
export function LastUsed({ apiKey, nowMs }: { apiKey: ApiKey; nowMs: number }) {
  return <>{apiKey.lastUsedAt === null ? 'Never' : formatAgo(apiKey.lastUsedAt, nowMs)}</>;
}

/** Edit and Revoke; nothing is left to do with a key that is out of use. */
export function KeyMenu({ apiKey, onEdit, onRevoke }: { apiKey: ApiKey } & ApiKeyActionsProps) {
  if (apiKey.state === 'revoked' || apiKey.state === 'expired') return null;
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${apiKey.name}`}>
          <IconDots size={20} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={17} stroke={1.7} />} onClick={() => onEdit(apiKey)}>
          Edit
        </Menu.Item>
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconBan size={17} stroke={1.7} />}
          onClick={() => onRevoke(apiKey)}
        >
          Revoke
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
