import { Button } from '@mantine/core';
import type { VoiceAgent } from '@parley/contract/agents';
import { errorSentence } from '@parley/contract/errors';
import {
  IconArrowBackUp,
  IconDeviceFloppy,
  IconHistory,
  IconPhoneCall,
  IconPlus,
  IconRocket,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Allowed, Refused } from '../../components/allowed.tsx';

const TestCallDialog = lazy(async () => ({
  default: (await import('./test-call-dialog.tsx')).TestCallDialog,
}));

const PublishDialog = lazy(async () => ({
  default: (await import('./versions/publish-dialog.tsx')).PublishDialog,
}));
const HistoryDrawer = lazy(async () => ({
  default: (await import('./versions/history-drawer.tsx')).HistoryDrawer,
}));

type EditorActionsProps = {
  agent: VoiceAgent;
  isChanged: boolean;
  isSaving: boolean;
  onSave: () => void;
  onRevert: () => void;
  onRestored: (agent: VoiceAgent) => void;
};

/** Test call, History, Create, Publish, Revert and Save (EDITOR-1, EDITOR-2). */
export function EditorActions({
  agent,
  isChanged,
  isSaving,
  onSave,
  onRevert,
  onRestored,
}: EditorActionsProps) {
  const navigate = useNavigate();
  const [isTesting, setIsTesting] = useState(false);
  const [publishing, setPublishing] = useState<number>();
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  return (
    <>
      <Allowed permission="edit">
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.8} />}
          onClick={() => void navigate({ to: '/app/voice-agents/new' })}
        >
          Create
        </Button>
      </Allowed>
      <Button
        variant="default"
        leftSection={<IconHistory size={18} stroke={1.8} />}
        onClick={() => setIsHistoryOpen(true)}
      >
        History
      </Button>
      <Allowed permission="edit">
        <Refused reason={isChanged ? 'Save your changes first: the call uses what is saved.' : undefined}>
          <Button
            variant="default"
            leftSection={<IconPhoneCall size={18} stroke={1.8} />}
            onClick={() => setIsTesting(true)}
          >
            Test call
          </Button>
        </Refused>
      </Allowed>
      <Allowed permission="edit">
        <Refused reason={whyNotPublish(agent, isChanged)}>
          <Button
            variant="default"
            leftSection={<IconRocket size={18} stroke={1.8} />}
            onClick={() => setPublishing(agent.version)}
          >
            Publish
          </Button>
        </Refused>
      </Allowed>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={18} stroke={1.8} />}
        disabled={!isChanged || isSaving}
        onClick={onRevert}
      >
        Revert
      </Button>
      <Button
        leftSection={<IconDeviceFloppy size={18} stroke={1.8} />}
        disabled={!isChanged}
        loading={isSaving}
        onClick={onSave}
        aria-keyshortcuts="Control+S Meta+S"
      >
        Save
      </Button>
      {isHistoryOpen && (
        <Suspense>
          <HistoryDrawer
            agent={agent}
            isChanged={isChanged}
            onRestored={onRestored}
            onPublish={setPublishing}
            onClose={() => setIsHistoryOpen(false)}
          />
        </Suspense>
      )}
      {publishing !== undefined && (
        <Suspense>
          <PublishDialog agent={agent} version={publishing} onClose={() => setPublishing(undefined)} />
        </Suspense>
      )}
      {isTesting && (
        <Suspense>
          <TestCallDialog agent={agent} onClose={() => setIsTesting(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Why the saved version cannot be made the one that calls use; undefined where it can. */
function whyNotPublish(agent: VoiceAgent, isChanged: boolean): string | undefined {
  if (isChanged) return 'Save your changes first: what is saved is published.';
  if (agent.agent_prompt.trim() === '') return errorSentence('agent_prompt_missing');
  return agent.version === agent.published_version ? 'Calls use this version already.' : undefined;
}
