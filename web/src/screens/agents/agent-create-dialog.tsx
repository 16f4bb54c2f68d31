import { Modal, Tabs, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { agentTemplates } from '@parley/contract/agent-templates';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { agentsKey, createAgent } from '../../api/agents.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { Refused, useMay } from '../../components/allowed.tsx';
import { toast } from '../../components/toasts.ts';
import classes from './agent-create-dialog.module.css';
import { AgentKindIcon } from './agent-kind-icon.tsx';

type Template = (typeof agentTemplates)[number];

const kinds = [
  { type: 'inbound', title: 'Incoming Agent' },
  { type: 'outbound', title: 'Outbound Agent' },
] as const;

/** 'Select Template': picking one creates a draft from it and opens the editor (AGENTS-7). */
export function AgentCreateDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return (
    <Modal opened={isOpen} onClose={onClose} title="Select Template" size={820} fullScreen={isPhone}>
      <TemplatePicker isPhone={isPhone} />
    </Modal>
  );
}

function TemplatePicker({ isPhone }: { isPhone: boolean }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: (template: Template) =>
      createAgent({ agent_name: template.agentName, agent_type: template.type, template: template.id }),
    onSuccess: (id) => {
      void cache.invalidateQueries({ queryKey: agentsKey });
      void navigate({ to: '/app/voice-agents/$id', params: { id }, replace: true });
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'agent_not_created') }),
  });
  return (
    <Tabs
      defaultValue="inbound"
      variant="pills"
      orientation={isPhone ? 'horizontal' : 'vertical'}
      className={classes['picker'] ?? ''}
    >
      <Tabs.List aria-label="Kind of agent" grow={isPhone}>
        {kinds.map(({ type, title }) => (
          <Tabs.Tab key={type} value={type}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {kinds.map(({ type }) => (
        <Tabs.Panel key={type} value={type} pl={isPhone ? 0 : 'lg'} pt={isPhone ? 'md' : 0}>
          <div className={classes['grid']}>
            {agentTemplates
              .filter((template) => template.type === type)
              .map((template) => (
                <TemplateCard
                  key={template.id}
                  template={template}
                  isBusy={create.isPending}
                  isPicked={create.isPending && create.variables.id === template.id}
                  onPick={() => create.mutate(template)}
                />
              ))}
          </div>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

type TemplateCardProps = { template: Template; isBusy: boolean; isPicked: boolean; onPick: () => void };

function TemplateCard({ template, isBusy, isPicked, onPick }: TemplateCardProps) {
  const { reason } = useMay('edit');
  return (
    <Refused reason={reason}>
      <UnstyledButton className={classes['card'] ?? ''} disabled={isBusy} onClick={onPick}>
        <AgentKindIcon type={template.type} />
        <Text fw={600} mt="sm">
          {template.title}
        </Text>
        <Text size="sm" c="dimmed" mt={2}>
          {isPicked ? 'Creating…' : template.description}
        </Text>
      </UnstyledButton>
    </Refused>
  );
}
