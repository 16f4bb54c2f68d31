import { Card, Skeleton, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useHotkeys } from '@mantine/hooks';
import type { VoiceAgent } from '@parley/contract/agents';
import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { AllowedFields } from '../../components/allowed.tsx';
import { AgentFacts } from './agent-facts.tsx';
import { AgentHeader } from './agent-header.tsx';
import { type AgentValues, agentChecks, valuesOf } from './agent-values.ts';
import classes from './agents.module.css';
import { EditorActions } from './editor-actions.tsx';
import { insertAtCursor } from './insert-at-cursor.ts';
import { PromptField } from './prompt-field.tsx';
import { useAgentDraft } from './use-agent-draft.ts';
import { useSaveAgent } from './use-save-agent.ts';
import { WelcomeField } from './welcome-field.tsx';

// Questions come after the editor itself.
const EditorQuestions = lazy(async () => ({
  default: (await import('./editor-questions.tsx')).EditorQuestions,
}));
const SaveConflictDialog = lazy(async () => ({
  default: (await import('./save-conflict-dialog.tsx')).SaveConflictDialog,
}));
const VoiceField = lazy(async () => ({ default: (await import('./voice/voice-field.tsx')).VoiceField }));
const LanguageField = lazy(async () => ({
  default: (await import('./language-field.tsx')).LanguageField,
}));
const AgentTabs = lazy(async () => ({ default: (await import('./agent-tabs.tsx')).AgentTabs }));

/** The editor of an agent. What others save shows at once, unless this user has changes of their own. */
export function AgentEditor({ agent }: { agent: VoiceAgent }) {
  const [version, setVersion] = useState(agent.version);
  const [isReverting, setIsReverting] = useState(false);
  const promptField = useRef<HTMLTextAreaElement>(null);
  const form = useForm<AgentValues>({ initialValues: valuesOf(agent), validate: agentChecks });
  const { values } = form;
  const isChanged = form.isDirty();
  const draft = useAgentDraft(agent.agent_uuid, { values, version, isChanged });

  const take = (latest: VoiceAgent) => {
    const saved = valuesOf(latest);
    form.setInitialValues(saved);
    form.setValues(saved);
    form.resetDirty(saved);
    form.clearErrors();
    setVersion(latest.version);
  };
  const saving = useSaveAgent(agent.agent_uuid, take);
  const save = form.onSubmit((given) => {
    if (isChanged && !saving.isSaving) saving.save(given, version);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer version is news.
  useEffect(() => {
    if (agent.version > version && !isChanged) take(agent);
  }, [agent.version]);
  useHotkeys([['mod+S', () => save()]], []);
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  const insertField = (name: string) =>
    insertAtCursor(promptField.current, `{${name}}`, (prompt) => form.setFieldValue('prompt', prompt));

  return (
    <div>
      <AgentHeader
        name={values.name}
        subtitle={agent.agent_type === 'inbound' ? 'Incoming Agent' : 'Outbound Agent'}
        onRename={(name) => form.setFieldValue('name', name)}
        actions={
          <EditorActions
            agent={agent}
            isChanged={isChanged}
            isSaving={saving.isSaving}
            onSave={() => save()}
            onRevert={() => setIsReverting(true)}
            onRestored={take}
          />
        }
      />
      <div className={classes['form']}>
        <Card>
          <Stack gap="lg">
            <Suspense fallback={<Skeleton height={98} radius="md" />}>
              <VoiceField
                value={values.voice}
                saved={agent.voice_profile}
                onChange={(voice) => form.setFieldValue('voice', voice)}
              />
            </Suspense>
            <AllowedFields permission="edit">
              <Stack gap="lg">
                <Suspense fallback={<Skeleton height={84} radius="md" />}>
                  <LanguageField
                    value={values.language}
                    onChange={(language) => form.setFieldValue('language', language)}
                  />
                </Suspense>
                <PromptField
                  value={values.prompt}
                  error={form.errors['prompt']}
                  textarea={promptField}
                  onChange={(prompt) => form.setFieldValue('prompt', prompt)}
                  onInsert={insertField}
                />
                <WelcomeField
                  type={values.welcomeType}
                  text={values.welcome}
                  voice={values.voice}
                  language={values.language}
                  error={form.errors['welcome']}
                  onChange={(change) => form.setValues(change)}
                />
              </Stack>
            </AllowedFields>
          </Stack>
        </Card>
        <Stack gap="md">
          <Suspense fallback={<Skeleton height={320} radius="lg" />}>
            <AgentTabs
              agent={agent}
              values={values}
              isChanged={isChanged}
              onChange={(change) => form.setValues(change)}
              onInsert={insertField}
            />
          </Suspense>
          <AgentFacts agent={agent} />
        </Stack>
      </div>
      <Suspense>
        <SaveConflictDialog
          theirs={saving.theirs}
          isBusy={saving.isSaving}
          onTakeTheirs={(latest) => {
            take(latest);
            saving.forgetTheirs();
          }}
          onKeepMine={(latest) => saving.save(values, latest.version)}
          onClose={saving.forgetTheirs}
        />
      </Suspense>
      <Suspense>
        <EditorQuestions
          isReverting={isReverting}
          onRevert={() => {
            take(agent);
            setIsReverting(false);
          }}
          onKeep={() => setIsReverting(false)}
          isLeaving={leaving.status === 'blocked'}
          onLeave={() => {
            draft.drop();
            leaving.proceed?.();
          }}
          onStay={() => leaving.reset?.()}
          isDraftOld={draft.found !== undefined && draft.found.version < agent.version}
          hasDraft={draft.found !== undefined}
          onRestore={() => {
            if (!draft.found) return;
            form.setValues(draft.found.values);
            setVersion(draft.found.version);
            draft.settle();
          }}
          onDrop={draft.drop}
        />
      </Suspense>
    </div>
  );
}
