import { Card, Table, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Overview } from '@parley/contract/analytics';
import { wordLongTime, wordShare } from '../../components/figures/figure-words.ts';
import classes from './analytics.module.css';

type AgentFigures = Overview['agents'][number];

/** How each agent did: a table, or on a phone a card for each agent. */
export function AgentsCard({ agents }: { agents: readonly AgentFigures[] }) {
  const isPhone = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false });
  return (
    <Card component="section" aria-label="Agents" padding={0} className={classes['wide'] ?? ''}>
      <Title order={2} size="h3" className={classes['table-title'] ?? ''}>
        Agents
      </Title>
      {agents.length === 0 ? (
        <Text c="dimmed" px="lg" pb="lg">
          No agent was on a call in this period.
        </Text>
      ) : isPhone ? (
        <AgentList agents={agents} />
      ) : (
        <AgentTable agents={agents} />
      )}
    </Card>
  );
}

function AgentTable({ agents }: { agents: readonly AgentFigures[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={classes['scroller']} aria-label="Figures of agents" tabIndex={0}>
      <Table horizontalSpacing="lg" miw={720}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Agent</Table.Th>
            {figureNames.map((name) => (
              <Table.Th key={name} className={classes['number'] ?? ''}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {agents.map((agent) => (
            <Table.Tr key={agent.agent_id}>
              <Table.Td fw={600}>{agent.agent_name}</Table.Td>
              {figureNames.map((name) => (
                <Table.Td key={name} className={`num nowrap ${classes['number']}`}>
                  {wordFigure[name](agent)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function AgentList({ agents }: { agents: readonly AgentFigures[] }) {
  return (
    <ul className={classes['agents']} aria-label="Figures of agents">
      {agents.map((agent) => (
        <li key={agent.agent_id}>
          <Text fw={600} className={classes['agent-name'] ?? ''}>
            {agent.agent_name}
          </Text>
          <dl className={classes['agent-figures']}>
            {figureNames.map((name) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="num">{wordFigure[name](agent)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

const figureNames = ['Calls', 'Connected', 'Talk time', 'Positive', 'Negative', 'Appointments'] as const;

const wordFigure: Record<(typeof figureNames)[number], (agent: AgentFigures) => string> = {
  Calls: ({ calls }) => calls.toLocaleString('en-US'),
  Connected: ({ connected, calls }) =>
    `${connected.toLocaleString('en-US')} (${wordShare(connected, calls)})`,
  'Talk time': ({ talk_ms: talkMs }) => wordLongTime(talkMs),
  Positive: ({ positive }) => positive.toLocaleString('en-US'),
  Negative: ({ negative }) => negative.toLocaleString('en-US'),
  Appointments: ({ booked }) => booked.toLocaleString('en-US'),
};
