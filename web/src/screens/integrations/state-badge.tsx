import { Badge } from '@mantine/core';
import type { IntegrationState } from '@parley/contract/integrations';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';

/** Whether it is connected; nothing where it is not. */
export function StateBadge({ state }: { state: IntegrationState }) {
  if (state === 'not_connected') return null;
  return state === 'connected' ? (
    <Badge leftSection={<IconCheck size={13} stroke={2.4} aria-hidden="true" />}>Connected</Badge>
  ) : (
    <Badge color="red" leftSection={<IconAlertTriangle size={13} stroke={2} aria-hidden="true" />}>
      Needs reconnecting
    </Badge>
  );
}
