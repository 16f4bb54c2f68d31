import { Card, Table, Text, Title } from '@mantine/core';
import type { Overview } from '@parley/contract/analytics';
import { wordLongTime, wordShare } from '../../components/figures/figure-words.ts';
import classes from './analytics.module.css';

/** How each agent did. */
export function AgentsCard({ agents }: { agents: Overview['agents'] }) {
  return (
    <Card component="section" aria-label="Agents" padding={0} className={classes['wide'] ?? ''}>
      <Title order={2} size="h3" className={classes['table-title'] ?? ''}>
        Agents
      </Title>
      {agents.length === 0 ? (
        <Text c="dimmed" px="lg" pb="lg">
          No agent was on a call in this period.
        </Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <section className={classes['scroller']} aria-label="Figures of agents" tabIndex={0}>
          <Table horizontalSpacing="lg" miw={720}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Agent</Table.Th>
                <Table.Th className={classes['number'] ?? ''}>Calls</Table.Th>
                <Table.Th className={classes['number'] ?? ''}>Connected</Table.Th>
                <Table.Th className={classes['number'] ?? ''}>Talk time</Table.Th>
                <Table.Th className={classes['number'] ?? ''}>Positive</Table.Th>
                <Table.Th className={classes['number'] ?? ''}>Negative</Table.Th>
                <Table.Th className={classes['number'] ?? ''}>Appointments</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {agents.map((agent) => (
                <Table.Tr key={agent.agent_id}>
                  <Table.Td fw={600}>{agent.agent_name}</Table.Td>
                  {[
                    agent.calls.toLocaleString('en-US'),
                    `${agent.connected.toLocaleString('en-US')} (${wordShare(agent.connected, agent.calls)})`,
                    wordLongTime(agent.talk_ms),
                    agent.positive.toLocaleString('en-US'),
                    agent.negative.toLocaleString('en-US'),
                    agent.booked.toLocaleString('en-US'),
                  ].map((cell, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed.
                    <Table.Td key={at} className={`num nowrap ${classes['number']}`}>
                      {cell}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
    </Card>
  );
}
