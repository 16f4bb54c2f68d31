import { Card, Group, Stack, Table, Text } from '@mantine/core';
import type { ApiKey } from '@parley/contract/api-keys';
import type { ApiKeyAreas } from '../../api/api-keys.ts';
import { useNow } from '../../components/use-now.ts';
import { type ApiKeyActionsProps, formatDay, KeyMenu, KeyName, KeyState, LastUsed } from './api-key-row.tsx';
import { describeScopes } from './scope-words.ts';

type ApiKeyListProps = { apiKeys: readonly ApiKey[]; areas: ApiKeyAreas } & ApiKeyActionsProps;

/** The keys as a table, where there is room for one. */
export function ApiKeyTable({ apiKeys, areas, ...actions }: ApiKeyListProps) {
  const nowMs = useNow();
  return (
    <Card padding={0}>
      <Table highlightOnHover verticalSpacing="md" horizontalSpacing="lg">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>What it may do</Table.Th>
            <Table.Th>Created</Table.Th>
            <Table.Th>Expires</Table.Th>
            <Table.Th className="nowrap">Last used</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th ta="right">Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {apiKeys.map((apiKey) => (
            <Table.Tr key={apiKey.id}>
              <Table.Td maw={260}>
                <KeyName apiKey={apiKey} />
              </Table.Td>
              <Table.Td maw={280}>
                <Text size="sm" lineClamp={3}>
                  {describeScopes(apiKey.scopes, areas)}
                </Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm" className="num nowrap">
                  {formatDay(apiKey.createdAt)}
                </Text>
                <Text size="sm" c="dimmed" truncate maw={150}>
                  {apiKey.createdBy}
                </Text>
              </Table.Td>
              <Table.Td className="num nowrap">
                <Text size="sm">{apiKey.expiresAt ? formatDay(apiKey.expiresAt) : 'Never'}</Text>
              </Table.Td>
              <Table.Td className="nowrap">
                <Text size="sm">
                  <LastUsed apiKey={apiKey} nowMs={nowMs} />
                </Text>
              </Table.Td>
              <Table.Td>
                <KeyState apiKey={apiKey} nowMs={nowMs} />
              </Table.Td>
              <Table.Td>
                <Group justify="flex-end">
                  <KeyMenu apiKey={apiKey} {...actions} />
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

/** The keys as cards: the same facts, on screens too narrow for the columns. */
export function ApiKeyCards({ apiKeys, areas, ...actions }: ApiKeyListProps) {
  const nowMs = useNow();
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {apiKeys.map((apiKey) => (
        <Card component="li" key={apiKey.id} padding="md">
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <KeyName apiKey={apiKey} />
            <KeyMenu apiKey={apiKey} {...actions} />
          </Group>
          <Text size="sm" mt="sm">
            {describeScopes(apiKey.scopes, areas)}
          </Text>
          <Text size="sm" c="dimmed" mt={4} className="num">
            {apiKey.expiresAt ? `Expires ${formatDay(apiKey.expiresAt)}` : 'Never expires'} · Last used:{' '}
            <LastUsed apiKey={apiKey} nowMs={nowMs} />
          </Text>
          <Group justify="space-between" mt="sm" gap="xs">
            <KeyState apiKey={apiKey} nowMs={nowMs} />
            <Text size="sm" c="dimmed">
              by {apiKey.createdBy}, <span className="num nowrap">{formatDay(apiKey.createdAt)}</span>
            </Text>
          </Group>
        </Card>
      ))}
    </Stack>
  );
}
