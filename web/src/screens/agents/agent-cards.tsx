import { Card, Group, Stack, Text } from '@mantine/core';
import { formatEditedTime } from '../../components/format.ts';
import { LinkText } from '../../components/links.tsx';
import { AgentActions } from './agent-actions.tsx';
import { AgentKindIcon } from './agent-kind-icon.tsx';
import { AgentNumbers } from './agent-numbers.tsx';
import { AgentStatusSwitch } from './agent-status-switch.tsx';
import { AgentVoice } from './agent-voice.tsx';
import type { AgentListProps } from './agents-table.tsx';

/** The agents as cards: the same facts as the table's, on screens too narrow for its columns. */
export function AgentCards({ agents, onTest, onDelete }: AgentListProps) {
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {agents.map((agent) => (
        <Card component="li" key={agent.agent_uuid} padding="md">
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <AgentKindIcon type={agent.agent_type} />
            <div style={{ minWidth: 0, flex: 1 }}>
              <LinkText
                to="/app/voice-agents/$id"
                params={{ id: agent.agent_uuid }}
                c="inherit"
                fw={600}
                lineClamp={2}
              >
                {agent.agent_name}
              </LinkText>
              <Text size="sm" c="dimmed">
                {agent.agent_type === 'inbound' ? 'Incoming' : 'Outbound'} · edited{' '}
                <span className="num nowrap">{formatEditedTime(agent.updated_at)}</span>
              </Text>
            </div>
            <AgentStatusSwitch agent={agent} />
          </Group>
          {(agent.voice_profile || agent.assigned_phone.length > 0) && (
            <Group justify="space-between" mt="md" gap="sm">
              <AgentVoice voice={agent.voice_profile} />
              <AgentNumbers numbers={agent.assigned_phone} />
            </Group>
          )}
          <Card.Section withBorder inheritPadding mt="md" py="xs">
            <AgentActions agent={agent} onTest={onTest} onDelete={onDelete} />
          </Card.Section>
        </Card>
      ))}
    </Stack>
  );
}
