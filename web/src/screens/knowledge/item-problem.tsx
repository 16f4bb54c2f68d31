import { Text } from '@mantine/core';
import type { KnowledgeItem } from '@parley/contract/knowledge';

/** Why a page or a file could not be read, and whether agents still use what was read before; nothing when it was read. */
export function ItemProblem({ item }: { item: KnowledgeItem }) {
  if (item.problem === '') return null;
  return (
    <Text
      size="sm"
      mt={6}
      c={item.state === 'failed' ? 'var(--mantine-color-error)' : 'var(--mantine-color-text)'}
    >
      {item.problem}
      {item.state === 'ready' && ' Agents use what was read before.'}
    </Text>
  );
}
