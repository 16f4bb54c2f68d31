import { Group, HoverCard, Switch, Text, Tooltip } from '@mantine/core';
import { agentCan } from '@parley/contract/agent-rules';
import type { VoiceAgent } from '@parley/contract/agents';
import { errorSentence } from '@parley/contract/errors';
import { successToast } from '@parley/contract/successes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { agentsKey, setAgentState } from '../../api/agents.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { useMay } from '../../components/allowed.tsx';
import { LinkBadge } from '../../components/link-badge.tsx';
import { LinkText } from '../../components/links.tsx';
import { toast } from '../../components/toasts.ts';

/** Switches an agent on or off (AGENTS-4). A draft's switch is off and says what is missing. */
export function AgentStatusSwitch({ agent }: { agent: VoiceAgent }) {
  const cache = useQueryClient();
  const { reason } = useMay('edit');
  const may = reason === undefined;
  const change = useMutation({
    mutationFn: (isOn: boolean) => setAgentState(agent.agent_uuid, isOn ? 'active' : 'inactive'),
    onSuccess: (_, isOn) => toast.success(successToast(isOn ? 'agent_enabled' : 'agent_disabled')),
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'agent_status_not_changed') }),
    onSettled: () => cache.invalidateQueries({ queryKey: agentsKey }),
  });
  const canActivate = agentCan.activate(agent);
  const isOn = change.isPending ? change.variables : agent.agent_state === 'active';
  const control = (
    <Switch
      checked={isOn}
      disabled={!canActivate || change.isPending}
      onChange={({ currentTarget }) => {
        if (may) change.mutate(currentTarget.checked);
      }}
      aria-label={`${agent.agent_name}: status`}
      // Not `disabled` where the role is the reason: the colour goes on telling on from off, and keys reach the reason.
      {...(reason !== undefined && { 'aria-disabled': true, 'aria-description': reason, opacity: 0.75 })}
      style={canActivate ? {} : { pointerEvents: 'none' }}
    />
  );
  if (reason !== undefined)
    return (
      <Tooltip label={reason} multiline maw={260} events={{ hover: true, focus: true, touch: true }}>
        <span style={{ cursor: 'not-allowed', width: 'fit-content', display: 'block' }}>{control}</span>
      </Tooltip>
    );
  if (canActivate) return control;
  return (
    <HoverCard openDelay={100} width={250} shadow="md" withArrow withRoles={false}>
      <HoverCard.Target>
        <Group gap="xs" wrap="nowrap" w="fit-content">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a disabled switch gets no click; for the keyboard the link beside it is the way. */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above. */}
          <span
            style={{ cursor: 'not-allowed' }}
            onClick={() => toast.warning({ message: errorSentence('agent_is_draft') })}
          >
            {control}
          </span>
          <LinkBadge
            to="/app/voice-agents/$id"
            params={{ id: agent.agent_uuid }}
            color="yellow"
            aria-label={`Draft. Agent Ready for Setup: edit ${agent.agent_name}`}
          >
            Draft
          </LinkBadge>
        </Group>
      </HoverCard.Target>
      <HoverCard.Dropdown>
        <Text size="sm" fw={600}>
          Agent Ready for Setup
        </Text>
        <Text size="sm" c="dimmed" mt={2} mb={6}>
          Give it a prompt and save it; then it can be switched on.
        </Text>
        <LinkText to="/app/voice-agents/$id" params={{ id: agent.agent_uuid }} size="sm" fw={600}>
          Edit agent
        </LinkText>
      </HoverCard.Dropdown>
    </HoverCard>
  );
}
