import { Card, Skeleton, Stack } from '@mantine/core';
import { AppError, errorSentence } from '@parley/contract/errors';
import { IconArrowLeft, IconHeadset } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { agentQuery } from '../../api/agents.ts';
import { useAgentsStore } from '../../api/agents-store.ts';
import { LinkButton, LinkText } from '../../components/links.tsx';
import { LoadFailed, Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { AgentForm } from './agent-form.tsx';

const route = getRouteApi('/app/voice-agents/$id');

/** One agent: what it is called, what it is told, how it begins. */
export function AgentScreen() {
  const { id } = route.useParams();
  const agent = useQuery(agentQuery(id));
  const knownName = useAgentsStore(
    (store) => store.agents.find((known) => known.agent_uuid === id)?.agent_name,
  );

  return (
    <>
      <LinkText to="/app/voice-agents" size="sm" c="dimmed" display="inline-flex" mb="xs">
        <IconArrowLeft size={18} stroke={1.7} aria-hidden="true" style={{ marginRight: 6 }} />
        All Agents
      </LinkText>
      {agent.data ? (
        <AgentForm key={id} agent={agent.data} />
      ) : (
        <>
          <PageHeader title={knownName ?? 'Agent'} />
          <Card>
            {agent.isPending ? (
              <Stack role="status" aria-label="Loading agent">
                <Skeleton height={36} />
                <Skeleton height={260} />
              </Stack>
            ) : isMissing(agent.error) ? (
              <Notice
                icon={<IconHeadset size={26} stroke={1.7} />}
                title={errorSentence('agent_not_found')}
                action={
                  <LinkButton to="/app/voice-agents" variant="default">
                    Back to All Agents
                  </LinkButton>
                }
              />
            ) : (
              <LoadFailed
                message={errorSentence('agent_not_loaded')}
                isBusy={agent.isFetching}
                onRetry={() => void agent.refetch()}
              />
            )}
          </Card>
        </>
      )}
    </>
  );
}

/** An id that is no agent's, or no id at all, is the same to the user. */
function isMissing(error: Error | null): boolean {
  return error instanceof AppError && (error.code === 'agent_not_found' || error.code === 'input_invalid');
}
