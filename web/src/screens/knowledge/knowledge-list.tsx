import { Badge, Card, Text, Title, UnstyledButton } from '@mantine/core';
import type { KnowledgeBase } from '@parley/contract/knowledge';
import { formatCallTime } from '../../components/format.ts';
import classes from './knowledge.module.css';
import { describeProgress, typeLabel } from './knowledge-words.ts';

type KnowledgeListProps = {
  bases: readonly KnowledgeBase[];
  selectedId: string;
  onSelect: (id: string) => void;
};

/** The knowledge bases by name, with what is being read. */
export function KnowledgeList({ bases, selectedId, onSelect }: KnowledgeListProps) {
  return (
    <Card component="section" padding={0} aria-labelledby="knowledge-list" className={classes['list'] ?? ''}>
      <Title order={2} size="h4" id="knowledge-list" className={classes['listTitle'] ?? ''}>
        Knowledge List
      </Title>
      <ul className={classes['bases']}>
        {bases.map(({ id, name, type, updatedAt, items }) => {
          const progress = describeProgress(items);
          return (
            <li key={id}>
              <UnstyledButton
                className={classes['base'] ?? ''}
                aria-current={id === selectedId || undefined}
                onClick={() => onSelect(id)}
              >
                <span className={classes['baseHead']}>
                  <Text component="span" fw={600} lineClamp={2} className={classes['words'] ?? ''}>
                    {name}
                  </Text>
                  <Badge style={{ flex: 'none' }}>{typeLabel(type)}</Badge>
                </span>
                <Text component="span" size="sm" c="dimmed">
                  Updated {formatCallTime(updatedAt)}
                </Text>
                {progress && (
                  <Text
                    component="span"
                    size="sm"
                    c={progress.isBusy ? 'var(--mantine-color-text)' : 'var(--mantine-color-error)'}
                  >
                    {progress.text}
                  </Text>
                )}
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
