import { ActionIcon, Card, CopyButton, Group, Stack, Text, Title, Tooltip } from '@mantine/core';
import type { VoiceAgent } from '@parley/contract/agents';
import { formatAgentNumber } from '@parley/contract/phone';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { numberListQuery } from '../../api/numbers.ts';
import { formatEditedTime } from '../../components/format.ts';
import { AgentStatusSwitch } from './agent-status-switch.tsx';
import classes from './agents.module.css';

/** What stands beside the form: status, numbers and how to ring them. */
export function AgentFacts({ agent }: { agent: VoiceAgent }) {
  const numbers = useQuery(numberListQuery);
  const own = numbers.data?.filter(
    (number) => number.inbound_agent_id === agent.agent_uuid || number.outbound_agent_id === agent.agent_uuid,
  );
  return (
    <Stack gap="md">
      <Card>
        <Group justify="space-between" wrap="nowrap">
          <div>
            <Title order={2} size="h3">
              Status
            </Title>
            <Text size="sm" c="dimmed">
              {agent.is_draft === 1
                ? 'Not ready yet'
                : agent.agent_state === 'active'
                  ? 'Ready for calls'
                  : 'Switched off'}
            </Text>
          </div>
          <AgentStatusSwitch agent={agent} />
        </Group>
      </Card>
      <Card>
        <Title order={2} size="h3" mb="xs">
          Assigned numbers
        </Title>
        {own?.length === 0 && (
          <Text size="sm" c="dimmed">
            No number yet.
          </Text>
        )}
        {numbers.isError && (
          <Text size="sm" c="dimmed">
            Failed to load phone numbers
          </Text>
        )}
        <Stack gap="md">
          {own?.map((number) => (
            <div key={number.id}>
              <Text fw={600} className="num">
                {formatAgentNumber(number.phone)}
              </Text>
              <Text size="sm" c="dimmed">
                {number.inbound_agent_id === agent.agent_uuid
                  ? 'Callers reach this agent'
                  : 'Shown to whom it calls'}
              </Text>
              {number.sip_address !== null && <DialAddress address={number.sip_address} />}
            </div>
          ))}
        </Stack>
      </Card>
      <Text size="sm" c="dimmed" px="xs">
        Version {agent.version}, edited {agent.edited_by !== '' && `by ${agent.edited_by} `}
        <span className="num nowrap">{formatEditedTime(agent.updated_at)}</span>
      </Text>
    </Stack>
  );
}

function DialAddress({ address }: { address: string }) {
  // A long host may break anywhere; a port cut in two would be misread.
  const [, host, port] = /^(.*?)(:\d+)?$/.exec(address) ?? [];
  return (
    <div className={classes['address']}>
      <span>
        {host}
        <span className="nowrap">{port}</span>
      </span>
      <CopyButton value={address} timeout={2_000}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy the SIP address'}>
            <ActionIcon size="md" onClick={copy} aria-label={copied ? 'Copied' : 'Copy the SIP address'}>
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.7} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}
