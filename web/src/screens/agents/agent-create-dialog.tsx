import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { agentLimits } from '@parley/contract/agent-rules';
import type { AgentType } from '@parley/contract/agents';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { agentsKey, createAgent } from '../../api/agents.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { Allowed } from '../../components/allowed.tsx';
import { toast } from '../../components/toasts.ts';
import { AgentKindIcon } from './agent-kind-icon.tsx';
import classes from './agents.module.css';

const kinds: readonly { type: AgentType; title: string; text: string }[] = [
  { type: 'inbound', title: 'Incoming Agent', text: 'Answers the calls to a number of yours.' },
  { type: 'outbound', title: 'Outbound Agent', text: 'Places calls for you.' },
];

/** Creates a draft and opens it. */
export function AgentCreateDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Create Agent" size="lg">
      <CreateForm onClose={onClose} />
    </Modal>
  );
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { agent_name: '', agent_type: 'inbound' as AgentType },
    validate: { agent_name: (name) => (name.trim() === '' ? 'Give the agent a name.' : null) },
  });
  const create = useMutation({
    mutationFn: createAgent,
    onSuccess: (id) => {
      void cache.invalidateQueries({ queryKey: agentsKey });
      void navigate({ to: '/app/voice-agents/$id', params: { id }, replace: true });
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'agent_not_created') }),
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => create.mutate({ ...values, agent_name: values.agent_name.trim() }))}
    >
      <Stack gap="lg">
        <TextInput
          {...form.getInputProps('agent_name')}
          label="Name"
          description="Staff see it in lists; callers hear only what the prompt says."
          maxLength={agentLimits.nameLength}
          data-autofocus
        />
        <Radio.Group {...form.getInputProps('agent_type')} label="What does it do?">
          <div className={classes['kinds']}>
            {kinds.map(({ type, title, text }) => (
              <Radio.Card key={type} value={type} className={classes['kind']} radius="md" aria-label={title}>
                <Group wrap="nowrap" gap="sm" p="md">
                  <AgentKindIcon type={type} />
                  <div style={{ flex: 1 }}>
                    <Text fw={600}>{title}</Text>
                    <Text size="sm" c="dimmed">
                      {text}
                    </Text>
                  </div>
                  <Radio.Indicator />
                </Group>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Allowed permission="edit">
          <Button type="submit" loading={create.isPending}>
            Create Agent
          </Button>
        </Allowed>
      </Group>
    </form>
  );
}
