import { Badge, Button, Drawer, Group, Loader, Select, Stack, Text } from '@mantine/core';
import type { AgentVersion, VoiceAgent } from '@parley/contract/agents';
import { errorSentence } from '@parley/contract/errors';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { agentVersionQuery, agentVersionsQuery } from '../../../api/agents.ts';
import { Allowed, Refused } from '../../../components/allowed.tsx';
import { formatEditedTime } from '../../../components/format.ts';
import { LoadFailed } from '../../../components/notice.tsx';
import { compareVersions } from './compare-versions.ts';
import { useRestoreVersion } from './use-restore-version.ts';
import { VersionChanges } from './version-changes.tsx';

type HistoryDrawerProps = {
  agent: VoiceAgent;
  isChanged: boolean;
  onRestored: (agent: VoiceAgent) => void;
  onPublish: (version: number) => void;
  onClose: () => void;
};

/** Every saved version, what differs between any two, and the way back to an older one. */
export function HistoryDrawer({ agent, isChanged, onRestored, onPublish, onClose }: HistoryDrawerProps) {
  const history = useInfiniteQuery(agentVersionsQuery(agent.agent_uuid));
  const [older, setOlder] = useState<number>();
  const [newer, setNewer] = useState<number>();
  const restoring = useRestoreVersion(agent, (latest) => {
    onRestored(latest);
    onClose();
  });
  const versions = history.data?.pages.flatMap((page) => page.versions) ?? [];
  return (
    <Drawer opened onClose={onClose} title="Version history" size={560}>
      {history.isPending && <Loader size="sm" aria-label="Loading versions" />}
      {history.isError && !history.data && (
        <LoadFailed
          message={errorSentence('agent_not_loaded')}
          isBusy={history.isFetching}
          onRetry={() => void history.refetch()}
        />
      )}
      {older !== undefined && newer !== undefined && (
        <Comparison
          agentId={agent.agent_uuid}
          versions={versions}
          older={older}
          newer={newer}
          onOlder={setOlder}
          onNewer={setNewer}
          onClose={() => setOlder(undefined)}
        />
      )}
      {(older === undefined || newer === undefined) && (
        <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Versions">
          {versions.map((version) => (
            <li key={version.version}>
              <VersionFacts version={version} />
              <Group gap="xs" mt={6}>
                {version.version > 1 && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`See changes of version ${version.version}`}
                    onClick={() => {
                      setOlder(version.version - 1);
                      setNewer(version.version);
                    }}
                  >
                    See changes
                  </Button>
                )}
                {version.version !== agent.version && (
                  <Allowed permission="edit">
                    <Refused reason={isChanged ? 'Save or revert your changes first.' : undefined}>
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={`Restore version ${version.version}`}
                        loading={restoring.isPending && restoring.variables === version.version}
                        onClick={() => restoring.mutate(version.version)}
                      >
                        Restore
                      </Button>
                    </Refused>
                  </Allowed>
                )}
                {!version.is_published && (
                  <Allowed permission="edit">
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`Publish version ${version.version}`}
                      onClick={() => onPublish(version.version)}
                    >
                      Publish
                    </Button>
                  </Allowed>
                )}
              </Group>
            </li>
          ))}
        </Stack>
      )}
      {history.hasNextPage && older === undefined && (
        <Button
          variant="subtle"
          mt="md"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Show older versions
        </Button>
      )}
    </Drawer>
  );
}

function VersionFacts({ version }: { version: AgentVersion }) {
  return (
    <>
      <Group gap="xs">
        <Text fw={600}>Version {version.version}</Text>
        {version.is_published && <Badge color="pine">Published</Badge>}
      </Group>
      <Text size="sm" c="dimmed">
        Saved {version.saved_by !== '' && `by ${version.saved_by} `}
        <span className="num nowrap">{formatEditedTime(version.saved_at)}</span>
      </Text>
      {version.published_at !== null && (
        <Text size="sm" c="dimmed">
          Published {version.published_by !== '' && `by ${version.published_by} `}
          <span className="num nowrap">{formatEditedTime(version.published_at)}</span>
        </Text>
      )}
    </>
  );
}

type ComparisonProps = {
  agentId: string;
  versions: readonly AgentVersion[];
  older: number;
  newer: number;
  onOlder: (version: number) => void;
  onNewer: (version: number) => void;
  onClose: () => void;
};

function Comparison(props: ComparisonProps) {
  const older = useQuery(agentVersionQuery(props.agentId, props.older));
  const newer = useQuery(agentVersionQuery(props.agentId, props.newer));
  const known = new Set([...props.versions.map(({ version }) => version), props.older, props.newer]);
  const data = [...known]
    .sort((one, other) => other - one)
    .map((version) => ({ value: String(version), label: `Version ${version}` }));
  return (
    <Stack gap="md">
      <Group gap="xs" align="flex-end">
        <Select
          label="From"
          w={150}
          data={data}
          value={String(props.older)}
          allowDeselect={false}
          onChange={(version) => props.onOlder(Number(version))}
        />
        <Select
          label="To"
          w={150}
          data={data}
          value={String(props.newer)}
          allowDeselect={false}
          onChange={(version) => props.onNewer(Number(version))}
        />
        <Button variant="default" onClick={props.onClose}>
          Back to versions
        </Button>
      </Group>
      {older.isError || newer.isError ? (
        <LoadFailed
          message={errorSentence('agent_version_not_found')}
          isBusy={older.isFetching || newer.isFetching}
          onRetry={() => {
            void older.refetch();
            void newer.refetch();
          }}
        />
      ) : older.data && newer.data ? (
        <VersionChanges changes={compareVersions(older.data, newer.data)} />
      ) : (
        <Loader size="sm" aria-label="Comparing versions" />
      )}
    </Stack>
  );
}
