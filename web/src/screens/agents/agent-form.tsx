import { Button, Card, Radio, Stack, Textarea, TextInput, Tooltip } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useHotkeys } from '@mantine/hooks';
import { agentCan, agentLimits } from '@parley/contract/agent-rules';
import type { VoiceAgent } from '@parley/contract/agents';
import { IconDeviceFloppy, IconPhoneCall, IconRocket } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Allowed, AllowedFields } from '../../components/allowed.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { AgentFacts } from './agent-facts.tsx';
import { type AgentValues, agentChecks, valuesOf } from './agent-values.ts';
import classes from './agents.module.css';
import { SaveConflictDialog } from './save-conflict-dialog.tsx';
import { TestCallDialog } from './test-call-dialog.tsx';
import { usePublishAgent } from './use-publish-agent.ts';
import { useSaveAgent } from './use-save-agent.ts';

/** The form of an agent. What others save shows at once, unless this user has changes of their own. */
export function AgentForm({ agent }: { agent: VoiceAgent }) {
  const [version, setVersion] = useState(agent.version);
  const [isTesting, setIsTesting] = useState(false);
  const form = useForm<AgentValues>({ initialValues: valuesOf(agent), validate: agentChecks });
  const isChanged = form.isDirty();

  const take = (latest: VoiceAgent) => {
    const values = valuesOf(latest);
    form.setInitialValues(values);
    form.setValues(values);
    form.resetDirty(values);
    setVersion(latest.version);
  };
  const saving = useSaveAgent(agent.agent_uuid, take);
  const publishing = usePublishAgent(agent.agent_uuid);
  const save = form.onSubmit((values) => {
    if (!saving.isSaving) saving.save(values, version);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer version is news.
  useEffect(() => {
    if (agent.version > version && !isChanged) take(agent);
  }, [agent.version]);
  useHotkeys([['mod+S', () => save()]], []);
  const leaving = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });

  const testButton = (
    <Button
      variant="default"
      leftSection={<IconPhoneCall size={18} stroke={1.8} />}
      onClick={() => setIsTesting(true)}
    >
      Test call
    </Button>
  );

  return (
    <form noValidate onSubmit={save}>
      <PageHeader
        title={agent.agent_name}
        subtitle={agent.agent_type === 'inbound' ? 'Incoming Agent' : 'Outbound Agent'}
        actions={
          <>
            {isChanged ? (
              <Tooltip label="Save your changes first: the call uses what is saved.">{testButton}</Tooltip>
            ) : (
              <Allowed permission="edit">{testButton}</Allowed>
            )}
            <Button
              variant="default"
              leftSection={<IconRocket size={18} stroke={1.8} />}
              disabled={isChanged || !agentCan.publish(agent)}
              loading={publishing.isPending}
              onClick={() => publishing.mutate(version)}
            >
              Publish
            </Button>
            <Button
              type="submit"
              leftSection={<IconDeviceFloppy size={18} stroke={1.8} />}
              disabled={!isChanged}
              loading={saving.isSaving}
              aria-keyshortcuts="Control+S Meta+S"
            >
              Save
            </Button>
          </>
        }
      />
      <div className={classes['form']}>
        <Card>
          <AllowedFields permission="edit">
            <Stack gap="lg">
              <TextInput {...form.getInputProps('name')} label="Name" maxLength={agentLimits.nameLength} />
              <Textarea
                {...form.getInputProps('prompt')}
                label="Agent Prompt"
                description="Who the agent is, what it knows, what it should find out and when it ends the call."
                className={classes['prompt'] ?? ''}
                autosize
                minRows={12}
                maxRows={30}
              />
              <Radio.Group {...form.getInputProps('welcomeType')} label="Welcome Message">
                <Stack gap="xs" mt="xs">
                  <Radio value="play" label="AI greets first" />
                  <Radio value="silent" label="User speaks first" />
                </Stack>
              </Radio.Group>
              {form.values.welcomeType === 'play' && (
                <Textarea
                  {...form.getInputProps('welcome')}
                  label="What the agent says first"
                  autosize
                  minRows={2}
                  maxRows={6}
                />
              )}
            </Stack>
          </AllowedFields>
        </Card>
        <AgentFacts agent={agent} />
      </div>
      <TestCallDialog agent={isTesting ? agent : undefined} onClose={() => setIsTesting(false)} />
      <SaveConflictDialog
        theirs={saving.theirs}
        isBusy={saving.isSaving}
        onTakeTheirs={(latest) => {
          take(latest);
          saving.forgetTheirs();
        }}
        onKeepMine={(latest) => saving.save(form.values, latest.version)}
        onClose={saving.forgetTheirs}
      />
      <ConfirmDialog
        isOpen={leaving.status === 'blocked'}
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Stay here"
        isDangerous
        onConfirm={() => leaving.proceed?.()}
        onClose={() => leaving.reset?.()}
      >
        Your changes to this agent are not saved and would be lost.
      </ConfirmDialog>
    </form>
  );
}
