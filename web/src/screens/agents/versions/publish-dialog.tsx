import { Button, Group, Loader, Modal, Text } from '@mantine/core';
import type { VoiceAgent } from '@parley/contract/agents';
import { useQuery } from '@tanstack/react-query';
import { agentVersionQuery } from '../../../api/agents.ts';
import { failureMessage } from '../../../api/failure-message.ts';
import { PublishTestsNote } from '../tests/publish-tests-note.tsx';
import { usePublishAgent } from '../use-publish-agent.ts';
import { compareVersions } from './compare-versions.ts';
import { VersionChanges } from './version-changes.tsx';

type PublishDialogProps = {
  agent: VoiceAgent;
  /** The saved version that is to be the one calls use. */
  version: number;
  onClose: () => void;
};

/** Shows what changes for callers before a version is made the one that calls use (EDITOR-2). */
export function PublishDialog({ agent, version, onClose }: PublishDialogProps) {
  const publishing = usePublishAgent(agent.agent_uuid);
  const next = useQuery(agentVersionQuery(agent.agent_uuid, version));
  const isFirst = agent.published_version === null;
  const current = useQuery({
    ...agentVersionQuery(agent.agent_uuid, agent.published_version ?? version),
    enabled: !isFirst,
  });
  const failed = next.error ?? current.error;
  return (
    <Modal opened onClose={onClose} title={`Publish version ${version}?`} size="lg">
      <PublishTestsNote agentId={agent.agent_uuid} version={version} />
      {isFirst ? (
        <Text>Calls can use this agent from now on, once it is switched on.</Text>
      ) : (
        <>
          <Text mb="md">
            Calls use version {agent.published_version} now. New calls will use version {version}; running
            ones keep theirs. This is what changes for callers:
          </Text>
          {failed && <Text c="var(--mantine-color-error)">{failureMessage(failed, 'agent_not_loaded')}</Text>}
          {!failed && !(next.data && current.data) && <Loader size="sm" aria-label="Comparing versions" />}
          {next.data && current.data && <VersionChanges changes={compareVersions(current.data, next.data)} />}
        </>
      )}
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          loading={publishing.isPending}
          onClick={() => publishing.mutate(version, { onSuccess: onClose })}
        >
          Publish
        </Button>
      </Group>
    </Modal>
  );
}
