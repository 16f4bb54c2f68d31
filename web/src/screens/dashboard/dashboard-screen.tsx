import { Card, SimpleGrid, Skeleton, Text, ThemeIcon, Title } from '@mantine/core';
import { IconArrowRight, IconHeadset, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { agentListQuery } from '../../api/agents.ts';
import { callLogQuery } from '../../api/calls.ts';
import { PageHeader } from '../../components/page-header.tsx';
import classes from './dashboard.module.css';
import { LatestCalls } from './latest-calls.tsx';

/** The way to what is here already. The figures of the dashboard have a screen of their own being built. */
export function DashboardScreen() {
  const agents = useQuery(agentListQuery);
  const calls = useQuery(callLogQuery(1));
  const active = agents.data?.filter((agent) => agent.agent_state === 'active').length;
  return (
    <>
      <PageHeader title="Dashboard" subtitle="Your agents, and the calls they handle" />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" maw={920}>
        <Doorway
          to="/app/voice-agents"
          icon={<IconHeadset size={24} stroke={1.7} />}
          title="Agents"
          figure={agents.data?.length}
          isLoading={agents.isPending}
          text={agents.isError ? 'Failed to fetch voice agents' : `${active ?? 0} switched on`}
        />
        <Doorway
          to="/app/call-history"
          icon={<IconHistory size={24} stroke={1.7} />}
          title="Call History"
          figure={calls.data?.count}
          isLoading={calls.isPending}
          text={
            calls.isError
              ? 'Failed to fetch call logs'
              : `${calls.data?.count === 1 ? 'call' : 'calls'}, with recording and transcript`
          }
        />
      </SimpleGrid>
      {calls.data && calls.data.count > 0 && <LatestCalls calls={calls.data.data} />}
      <Text c="dimmed" size="sm" mt="lg">
        Figures and trends are being built and will appear on this screen.
      </Text>
    </>
  );
}

type DoorwayProps = {
  to: '/app/voice-agents' | '/app/call-history';
  icon: ReactNode;
  title: string;
  figure: number | undefined;
  text: string;
  isLoading: boolean;
};

function Doorway({ to, icon, title, figure, text, isLoading }: DoorwayProps) {
  return (
    <Card component={Link} to={to} className={classes['doorway']}>
      <div className={classes['row']}>
        <ThemeIcon size={44} radius="md" variant="light">
          {icon}
        </ThemeIcon>
        <Title order={2} size="h3">
          {title}
        </Title>
        <IconArrowRight size={20} stroke={1.7} aria-hidden="true" className={classes['arrow']} />
      </div>
      {isLoading ? (
        <Skeleton height={56} mt="lg" aria-label="Loading" />
      ) : (
        <div className={classes['figures']}>
          {figure !== undefined && (
            <span className={classes['figure']}>{figure.toLocaleString('en-US')}</span>
          )}
          <Text c="dimmed">{text}</Text>
        </div>
      )}
    </Card>
  );
}
