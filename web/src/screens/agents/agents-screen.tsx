import { Button, Card, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { VoiceAgent } from '@parley/contract/agents';
import { errorSentence } from '@parley/contract/errors';
import { IconHeadset, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { agentListQuery } from '../../api/agents.ts';
import { Allowed } from '../../components/allowed.tsx';
import { LoadFailed, Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { AgentCards } from './agent-cards.tsx';
import { AgentDeleteDialog } from './agent-delete-dialog.tsx';
import { AgentsTable } from './agents-table.tsx';
import { TestCallDialog } from './test-call-dialog.tsx';

const AgentCreateDialog = lazy(async () => ({
  default: (await import('./agent-create-dialog.tsx')).AgentCreateDialog,
}));

/** The agents of the workspace (AGENTS-1 to 7). */
export function AgentsScreen() {
  return <Agents isCreating={false} />;
}

/** /app/voice-agents/new: the same list with the create dialog open. */
export function NewAgentScreen() {
  return <Agents isCreating />;
}

function Agents({ isCreating }: { isCreating: boolean }) {
  const agents = useQuery(agentListQuery);
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState<VoiceAgent>();
  const [testing, setTesting] = useState<VoiceAgent>();
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  const openCreate = () => void navigate({ to: '/app/voice-agents/new' });
  const actions = { onTest: setTesting, onDelete: setDeleting };

  return (
    <>
      <PageHeader
        title="All Agents"
        subtitle={agents.data ? describeAgents(agents.data) : 'Agents that answer and place calls'}
        actions={
          <Allowed permission="edit">
            <Button leftSection={<IconPlus size={18} />} onClick={openCreate}>
              Create Agent
            </Button>
          </Allowed>
        }
      />
      {agents.isPending && <AgentsLoading />}
      {agents.isError && !agents.data && (
        <Card>
          <LoadFailed
            message={errorSentence('agents_not_loaded')}
            isBusy={agents.isFetching}
            onRetry={() => void agents.refetch()}
          />
        </Card>
      )}
      {agents.data?.length === 0 && (
        <Card>
          <Notice
            icon={<IconHeadset size={26} stroke={1.7} />}
            title="No agents yet"
            action={
              <Allowed permission="edit">
                <Button onClick={openCreate}>Create your first agent</Button>
              </Allowed>
            }
          >
            An agent answers the calls to its number, or places calls for you. Pick a template, tell it what
            to do, and ring it.
          </Notice>
        </Card>
      )}
      {agents.data &&
        agents.data.length > 0 &&
        (isNarrow ? (
          <AgentCards agents={agents.data} {...actions} />
        ) : (
          <AgentsTable agents={agents.data} {...actions} />
        ))}
      {isCreating && (
        <Suspense>
          <AgentCreateDialog
            isOpen
            onClose={() => void navigate({ to: '/app/voice-agents', replace: true })}
          />
        </Suspense>
      )}
      <AgentDeleteDialog agent={deleting} onClose={() => setDeleting(undefined)} />
      <TestCallDialog agent={testing} onClose={() => setTesting(undefined)} />
    </>
  );
}

function describeAgents(agents: readonly VoiceAgent[]): string {
  if (agents.length === 0) return 'Agents that answer and place calls';
  const active = agents.filter((agent) => agent.agent_state === 'active').length;
  return `${active} of ${agents.length} switched on`;
}

function AgentsLoading() {
  return (
    <Card role="status" aria-label="Loading agents">
      <Stack gap="lg">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} height={40} radius="md" />
        ))}
      </Stack>
    </Card>
  );
}
