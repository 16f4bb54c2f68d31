import { Card, Skeleton, Stack } from '@mantine/core';
import { AppError, errorSentence } from '@parley/contract/errors';
import { IconHeadset } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { agentQuery } from '../../api/agents.ts';
import { useAgentsStore } from '../../api/agents-store.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { LinkButton } from '../../components/links.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { toast } from '../../components/toasts.ts';
import { AgentEditor } from './agent-editor.tsx';

const route = getRouteApi('/app/voice-agents/$id');

/** One agent: what it is called, what it is told, how it begins. */
export function AgentScreen() {
  const { id } = route.useParams();
  const navigate = useNavigate();
  const agent = useQuery(agentQuery(id));
  const knownName = useAgentsStore(
    (store) => store.agents.find((known) => known.agent_uuid === id)?.agent_name,
  );

  const hasFailed = agent.isError && !agent.data && !isMissing(agent.error);
  // EDITOR-7: without an agent there is nothing to edit here, so the user is taken back to the list.
  useEffect(() => {
    if (!hasFailed) return;
    toast.error({
      title: failureTitle(agent.error),
      message: failureMessage(agent.error, 'agent_not_loaded'),
    });
    void navigate({ to: '/app/voice-agents', replace: true });
  }, [hasFailed, agent.error, navigate]);

  return (
    <>
      {agent.data ? (
        <AgentEditor key={id} agent={agent.data} />
      ) : (
        <>
          <PageHeader title={knownName ?? 'Agent'} />
          <Card>
            {agent.isPending || hasFailed ? (
              <Stack role="status" aria-label="Loading agent">
                <Skeleton height={36} />
                <Skeleton height={260} />
              </Stack>
            ) : (
              <Notice
                icon={<IconHeadset size={26} stroke={1.7} />}
                title={errorSentence('agent_not_found')}
                action={
                  <LinkButton to="/app/voice-agents" variant="default">
                    Back to All Agents
                  </LinkButton>
                }
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
