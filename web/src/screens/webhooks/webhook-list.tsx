import {
  ActionIcon,
  Badge,
  Button,
  Card,
  Group,
  Menu,
  Stack,
  Switch,
  Table,
  Text,
  Tooltip,
} from '@mantine/core';
import type { Webhook } from '@parley/contract/webhooks';
import { IconDots, IconKey, IconPencil, IconRefresh, IconSend, IconTrash } from '@tabler/icons-react';
import type { WebhookEventTypes } from '../../api/webhooks.ts';
import { formatAgo } from '../../components/format.ts';
import { useNow } from '../../components/use-now.ts';
import { deliveryStates, nameOf, stateOf } from './webhook-words.ts';
import classes from './webhooks.module.css';

export type WebhookListProps = {
  webhooks: readonly Webhook[];
  eventTypes: WebhookEventTypes;
  onDeliveries: (webhook: Webhook) => void;
  onEdit: (webhook: Webhook) => void;
  onTest: (webhook: Webhook) => void;
  onSecret: (webhook: Webhook) => void;
  onRotate: (webhook: Webhook) => void;
  onDelete: (webhook: Webhook) => void;
  onSwitch: (webhook: Webhook, isEnabled: boolean) => void;
};

/** The webhooks as a table, where there is room for one. */
export function WebhookTable(props: WebhookListProps) {
  const nowMs = useNow();
  return (
    <Card padding={0}>
      <Table highlightOnHover verticalSpacing="md" horizontalSpacing="lg">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Webhook</Table.Th>
            <Table.Th>Is told when</Table.Th>
            <Table.Th>Last event</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th ta="right">Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.webhooks.map((webhook) => (
            <Table.Tr key={webhook.id}>
              <Table.Td maw={340}>
                <WebhookName webhook={webhook} />
              </Table.Td>
              <Table.Td maw={260}>
                <EventWords webhook={webhook} eventTypes={props.eventTypes} />
              </Table.Td>
              <Table.Td>
                <LastDelivery webhook={webhook} nowMs={nowMs} />
              </Table.Td>
              <Table.Td>
                <WebhookStatus webhook={webhook} onSwitch={props.onSwitch} />
              </Table.Td>
              <Table.Td>
                <WebhookActions webhook={webhook} {...props} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

/** The webhooks as cards, on screens too narrow for the columns. */
export function WebhookCards(props: WebhookListProps) {
  const nowMs = useNow();
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {props.webhooks.map((webhook) => (
        <Card component="li" key={webhook.id} padding="md">
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <WebhookName webhook={webhook} />
            <WebhookStatus webhook={webhook} onSwitch={props.onSwitch} />
          </Group>
          <Group justify="space-between" mt="sm" gap="sm">
            <EventWords webhook={webhook} eventTypes={props.eventTypes} />
            <LastDelivery webhook={webhook} nowMs={nowMs} />
          </Group>
          <Card.Section withBorder inheritPadding mt="md" py="xs">
            <WebhookActions webhook={webhook} {...props} />
          </Card.Section>
        </Card>
      ))}
    </Stack>
  );
}

function WebhookName({ webhook }: { webhook: Webhook }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Text fw={600} lineClamp={2}>
        {nameOf(webhook)}
      </Text>
      <Text c="dimmed" className={classes['url']} lineClamp={2}>
        {webhook.url}
      </Text>
    </div>
  );
}

function EventWords({ webhook, eventTypes }: { webhook: Webhook; eventTypes: WebhookEventTypes }) {
  const labels = eventTypes.filter(({ type }) => webhook.events.includes(type)).map(({ label }) => label);
  const [first = '', ...others] = labels;
  return (
    <Text size="sm" {...(others.length > 0 && { title: labels.join('\n') })}>
      {others.length === 0 ? first : `${first} and ${others.length} more`}
    </Text>
  );
}

function LastDelivery({ webhook, nowMs }: { webhook: Webhook; nowMs: number }) {
  const { lastDelivery } = webhook;
  if (lastDelivery === null)
    return (
      <Text size="sm" c="dimmed">
        None yet
      </Text>
    );
  const { label, color } = deliveryStates[lastDelivery.state];
  return (
    <Group gap="xs" wrap="nowrap">
      <Badge color={color}>{label}</Badge>
      <Text size="sm" c="dimmed" className="nowrap">
        {formatAgo(lastDelivery.at, nowMs)}
      </Text>
    </Group>
  );
}

function WebhookStatus({ webhook, onSwitch }: { webhook: Webhook } & Pick<WebhookListProps, 'onSwitch'>) {
  const state = stateOf(webhook);
  return (
    <Group gap="xs" wrap="nowrap" style={{ flex: 'none' }}>
      <Switch
        checked={webhook.isEnabled}
        onChange={({ currentTarget }) => onSwitch(webhook, currentTarget.checked)}
        aria-label={`${nameOf(webhook)}: switched on`}
      />
      {state && (
        <Tooltip label={state.about} multiline maw={240} events={{ hover: true, focus: true, touch: true }}>
          <Badge color={state.color}>{state.label}</Badge>
        </Tooltip>
      )}
    </Group>
  );
}

function WebhookActions({ webhook, ...on }: { webhook: Webhook } & WebhookListProps) {
  const name = nameOf(webhook);
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Deliveries of ${name}`}
        onClick={() => on.onDeliveries(webhook)}
      >
        Deliveries
      </Button>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${name}`}>
            <IconDots size={20} stroke={1.8} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconSend size={17} stroke={1.7} />}
            disabled={!webhook.isEnabled}
            onClick={() => on.onTest(webhook)}
          >
            Send test event
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={17} stroke={1.7} />} onClick={() => on.onEdit(webhook)}>
            Edit
          </Menu.Item>
          <Menu.Item leftSection={<IconKey size={17} stroke={1.7} />} onClick={() => on.onSecret(webhook)}>
            Show secret
          </Menu.Item>
          <Menu.Item
            leftSection={<IconRefresh size={17} stroke={1.7} />}
            onClick={() => on.onRotate(webhook)}
          >
            New secret
          </Menu.Item>
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={17} stroke={1.7} />}
            onClick={() => on.onDelete(webhook)}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
