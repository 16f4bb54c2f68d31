import { ActionIcon, Badge, Group, Text, Tooltip } from '@mantine/core';
import type { NumberHealth, PhoneNumber } from '@parley/contract/numbers';
import { formatNumberRow } from '@parley/contract/phone';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import indianFlag from 'country-flags/IN.svg?no-inline';
import usFlag from 'country-flags/US.svg?no-inline';
import { agentListQuery } from '../../api/agents.ts';
import { Allowed } from '../../components/allowed.tsx';
import { formatAgo } from '../../components/format.ts';
import { LinkText } from '../../components/links.tsx';
import { judgeHealth } from './judge-health.ts';
import classes from './numbers.module.css';
import { describeRing } from './trunk-words.ts';

export type NumberListProps = {
  numbers: readonly PhoneNumber[];
  /** Null for a number without calls; undefined until it is known. */
  healthOf: (number: PhoneNumber) => NumberHealth | null | undefined;
  onEdit: (number: PhoneNumber) => void;
  onDelete: (number: PhoneNumber) => void;
};

const flags: Readonly<Record<string, { src: string; name: string }>> = {
  '+1': { src: usFlag, name: 'US' },
  '+91': { src: indianFlag, name: 'India' },
};

/** The number with the flag of its calling code (NUM-1). */
export function DialledNumber({ number }: { number: PhoneNumber }) {
  const flag = flags[number.country_code];
  return (
    <Group gap={8} wrap="nowrap">
      {flag && <img src={flag.src} alt={flag.name} width={20} height={14} className={classes['flag']} />}
      <span className="num nowrap">{formatNumberRow(number.phone)}</span>
    </Group>
  );
}

/** Whether a test ring came in through the trunk of the number; nothing for a number of this machine. */
export function Verified({ number, nowMs }: { number: PhoneNumber; nowMs: number }) {
  if (number.connection_id === null) return null;
  return (
    <Text size="sm" c="dimmed" maw={200}>
      {describeRing(number, nowMs)}
    </Text>
  );
}

/** Who answers the number and who calls with it. */
export function NumberAgents({ number }: { number: PhoneNumber }) {
  const { inbound_agent_id: inbound, outbound_agent_id: outbound } = number;
  return (
    <dl className={classes['agents']}>
      <dt>Answers</dt>
      <dd>{inbound === null ? <Badge color="coral">Nobody answers</Badge> : <AgentName id={inbound} />}</dd>
      <dt>Calls</dt>
      <dd>{outbound === null ? <Text c="dimmed">Unassigned</Text> : <AgentName id={outbound} />}</dd>
    </dl>
  );
}

function AgentName({ id }: { id: string }) {
  const { data: agents } = useQuery(agentListQuery);
  const agent = agents?.find((each) => each.agent_uuid === id);
  if (agent === undefined) return <Text c="dimmed">–</Text>;
  return (
    <Group gap={6} wrap="nowrap">
      <LinkText to="/app/voice-agents/$id" params={{ id }} c="inherit" truncate>
        {agent.agent_name}
      </LinkText>
      {agent.agent_state !== 'active' && <Badge color="coral">Off</Badge>}
    </Group>
  );
}

/** How the number did over the last days. */
export function Health({ health, nowMs }: { health: NumberHealth | null | undefined; nowMs: number }) {
  if (health === undefined) return null;
  if (health === null) return <Text c="dimmed">No calls yet</Text>;
  const { words, about, color } = judgeHealth(health);
  return (
    <div>
      <Group gap={8} wrap="nowrap">
        <Text className="num nowrap">
          {health.calls} {health.calls === 1 ? 'call' : 'calls'}
        </Text>
        <Tooltip label={about} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
          <Badge component="button" type="button" color={color} fw={600}>
            {words}
          </Badge>
        </Tooltip>
      </Group>
      <Text size="sm" c="dimmed" className="nowrap">
        Last used {formatAgo(health.last_used_at, nowMs)}
      </Text>
    </div>
  );
}

/** Edit and delete. Deleting asks nothing (NUM-4). */
export function NumberActions({
  number,
  onEdit,
  onDelete,
}: Pick<NumberListProps, 'onEdit' | 'onDelete'> & { number: PhoneNumber }) {
  const text = formatNumberRow(number.phone);
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Tooltip label="Edit">
        <ActionIcon aria-label={`Edit ${text}`} onClick={() => onEdit(number)}>
          <IconPencil size={19} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Allowed permission="edit">
        <ActionIcon
          c="var(--mantine-color-error)"
          aria-label={`Delete ${text}`}
          title="Delete"
          onClick={() => onDelete(number)}
        >
          <IconTrash size={19} stroke={1.7} />
        </ActionIcon>
      </Allowed>
    </Group>
  );
}
