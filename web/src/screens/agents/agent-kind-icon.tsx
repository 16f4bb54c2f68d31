import { ThemeIcon } from '@mantine/core';
import type { AgentType } from '@parley/contract/agents';
import { IconPhoneIncoming, IconPhoneOutgoing } from '@tabler/icons-react';

/** Whether an agent answers or places calls. Decorative: the words stand beside it. */
export function AgentKindIcon({ type }: { type: AgentType }) {
  return (
    <ThemeIcon
      variant="light"
      color={type === 'inbound' ? 'blue' : 'pine'}
      size={38}
      radius="md"
      aria-hidden="true"
    >
      {type === 'inbound' ? (
        <IconPhoneIncoming size={20} stroke={1.7} />
      ) : (
        <IconPhoneOutgoing size={20} stroke={1.7} />
      )}
    </ThemeIcon>
  );
}
