import { Card, Group, Table, Text } from '@mantine/core';
import type { VoiceAgent } from '@parley/contract/agents';
import { formatEditedTime } from '../../components/format.ts';
import { LinkText } from '../../components/links.tsx';
import { AgentActions } from './agent-actions.tsx';
import { AgentKindIcon } from './agent-kind-icon.tsx';
import { AgentNumbers } from './agent-numbers.tsx';
import { AgentStatusSwitch } from './agent-status-switch.tsx';
import { AgentVoice } from './agent-voice.tsx';

export type AgentListProps = {
  agents: readonly VoiceAgent[];
  onTest: (agent: VoiceAgent) => void;
  onDelete: (agent: VoiceAgent) => void;
};

/** The agents as a table (AGENTS-1), where there is room for one. */
export function AgentsTable({ agents, onTest, onDelete }: AgentListProps) {
  return (
    <Card padding={0}>
      <Table highlightOnHover verticalSpacing="md" horizontalSpacing="lg">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Voice Agent Name</Table.Th>
            <Table.Th>Voice</Table.Th>
            <Table.Th className="nowrap">Assigned Number(s)</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Edited By</Table.Th>
            <Table.Th ta="right">Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {agents.map((agent) => (
            <Table.Tr key={agent.agent_uuid}>
              <Table.Td>
                <Group gap="sm" wrap="nowrap">
                  <AgentKindIcon type={agent.agent_type} />
                  <div style={{ minWidth: 0 }}>
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
                      {agent.agent_type === 'inbound' ? 'Incoming' : 'Outbound'}
                    </Text>
                  </div>
                </Group>
              </Table.Td>
              <Table.Td>
                <AgentVoice voice={agent.voice_profile} />
              </Table.Td>
              <Table.Td>
                <AgentNumbers numbers={agent.assigned_phone} />
              </Table.Td>
              <Table.Td>
                <AgentStatusSwitch agent={agent} />
              </Table.Td>
              <Table.Td>
                {agent.edited_by !== '' && (
                  <Text size="sm" truncate maw={170}>
                    {agent.edited_by}
                  </Text>
                )}
                <Text size="sm" c="dimmed" className="num nowrap">
                  {formatEditedTime(agent.updated_at)}
                </Text>
              </Table.Td>
              <Table.Td>
                <AgentActions agent={agent} isShort onTest={onTest} onDelete={onDelete} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
