import { ActionIcon, Group, Loader, Select, Stack, Text } from '@mantine/core';
import { errorSentence } from '@parley/contract/errors';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { knowledgeListQuery } from '../../api/knowledge.ts';
import { Allowed, AllowedFields } from '../../components/allowed.tsx';
import { LinkText } from '../../components/links.tsx';
import { LoadFailed } from '../../components/notice.tsx';

type Attached = { id: string; name: string };
type KnowledgeSectionProps = { attached: readonly Attached[]; onChange: (attached: Attached[]) => void };

/** The knowledge bases the agent looks things up in. */
export function KnowledgeSection({ attached, onChange }: KnowledgeSectionProps) {
  const bases = useQuery(knowledgeListQuery);
  if (bases.isPending) return <Loader size="sm" aria-label="Loading knowledge bases" />;
  if (!bases.data)
    return (
      <LoadFailed
        message={errorSentence('knowledge_bases_not_loaded')}
        isBusy={bases.isFetching}
        onRetry={() => void bases.refetch()}
      />
    );
  const free = bases.data.filter((base) => attached.every(({ id }) => id !== base.id));
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        The agent looks up what it is asked in these, and says what it finds there.
      </Text>
      {attached.length > 0 && (
        <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
          {attached.map((base) => (
            <Group component="li" key={base.id} justify="space-between" wrap="nowrap">
              <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {base.name}
              </Text>
              <Allowed permission="edit">
                <ActionIcon
                  aria-label={`Take off ${base.name}`}
                  onClick={() => onChange(attached.filter(({ id }) => id !== base.id))}
                >
                  <IconX size={18} stroke={1.7} />
                </ActionIcon>
              </Allowed>
            </Group>
          ))}
        </Stack>
      )}
      {bases.data.length === 0 ? (
        <Text size="sm">
          There is no knowledge base in this workspace yet.{' '}
          <LinkText to="/app/knowledge-base" size="sm" underline="always">
            Create one
          </LinkText>
        </Text>
      ) : (
        <AllowedFields permission="edit">
          <Select
            aria-label="Add a knowledge base"
            placeholder={free.length === 0 ? 'All knowledge bases are added' : 'Add a knowledge base'}
            disabled={free.length === 0}
            searchable
            value={null}
            data={free.map(({ id, name }) => ({ value: id, label: name }))}
            nothingFoundMessage="No knowledge base of that name"
            onChange={(id) => {
              const base = free.find((each) => each.id === id);
              if (base) onChange([...attached, { id: base.id, name: base.name }]);
            }}
          />
        </AllowedFields>
      )}
    </Stack>
  );
}
