import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import type { VoiceAgent } from '@parley/contract/agents';
import { IconDots, IconPencil, IconPhoneCall, IconTrash } from '@tabler/icons-react';
import { Allowed } from '../../components/allowed.tsx';
import { LinkMenuItem } from '../../components/link-menu-item.tsx';

type AgentActionsProps = {
  agent: VoiceAgent;
  /** Where there is no room for the whole name of the test button. */
  isShort?: boolean;
  onTest: (agent: VoiceAgent) => void;
  onDelete: (agent: VoiceAgent) => void;
};

/** Test Voice Agent, and the menu with Edit and Delete (AGENTS-2). */
export function AgentActions({ agent, isShort = false, onTest, onDelete }: AgentActionsProps) {
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      <Allowed permission="edit">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPhoneCall size={16} stroke={1.8} />}
          aria-label={`Test Voice Agent: ${agent.agent_name}`}
          onClick={() => onTest(agent)}
        >
          {isShort ? 'Test' : 'Test Voice Agent'}
        </Button>
      </Allowed>
      <Menu position="bottom-end" width={160}>
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${agent.agent_name}`}>
            <IconDots size={20} stroke={1.8} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <LinkMenuItem
            to="/app/voice-agents/$id"
            params={{ id: agent.agent_uuid }}
            leftSection={<IconPencil size={17} stroke={1.7} />}
          >
            Edit
          </LinkMenuItem>
          <Allowed permission="edit">
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconTrash size={17} stroke={1.7} />}
              onClick={() => onDelete(agent)}
            >
              Delete
            </Menu.Item>
          </Allowed>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
