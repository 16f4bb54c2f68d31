import { ActionIcon, Anchor, Badge, Group, Spoiler, Switch, Text } from '@mantine/core';
import type { KnowledgeItem } from '@parley/contract/knowledge';
import { IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import { Allowed, useMay } from '../../components/allowed.tsx';
import { formatCallTime } from '../../components/format.ts';
import { ItemProblem } from './item-problem.tsx';
import classes from './knowledge.module.css';
import { describeSize, stateOf } from './knowledge-words.ts';

type ItemProps = {
  item: KnowledgeItem;
  onEdit: (item: KnowledgeItem) => void;
  onRemove: (item: KnowledgeItem) => void;
  onRefresh: (item: KnowledgeItem) => void;
  onWeekly: (item: KnowledgeItem, isWeekly: boolean) => void;
};

/** A text: its title, its words, how much it is. */
export function TextCard({ item, onEdit, onRemove }: ItemProps) {
  return (
    <li className={classes['item']}>
      <div className={classes['itemHead']}>
        <Text fw={600} className={classes['words'] ?? ''}>
          {item.title}
        </Text>
        <Group gap={4} wrap="nowrap">
          <Allowed permission="edit">
            <ActionIcon aria-label={`Edit ${item.title}`} onClick={() => onEdit(item)}>
              <IconPencil size={18} stroke={1.7} />
            </ActionIcon>
          </Allowed>
          <RemoveButton item={item} onRemove={onRemove} />
        </Group>
      </div>
      <Spoiler maxHeight={132} showLabel="Show more" hideLabel="Show less">
        <Text className={classes['text'] ?? ''}>{item.text}</Text>
      </Spoiler>
      <Text size="sm" c="dimmed" mt={6}>
        {describeSize(item)}
      </Text>
    </li>
  );
}

/** A web page: where it is, how far it was read, and why not when it was not (KB-4). */
export function PageReference(props: ItemProps & { isBusy: boolean; isWeekly: boolean }) {
  const { item, isBusy, isWeekly, onRemove, onRefresh, onWeekly } = props;
  const state = stateOf(item);
  const { may } = useMay('edit');
  const isOpen = item.state === 'waiting' || item.state === 'reading';
  const hasTitle = item.title !== '' && item.title !== item.source;
  return (
    <li className={classes['item']}>
      <div className={classes['itemHead']}>
        <div className={classes['words']}>
          {hasTitle && <Text fw={600}>{item.title}</Text>}
          <Anchor href={item.source} target="_blank" rel="noopener noreferrer" underline="always">
            {item.source}
          </Anchor>
        </div>
        <Group gap={4} wrap="nowrap">
          <Allowed permission="edit">
            <ActionIcon
              aria-label={`Read ${item.source} again`}
              loading={isBusy || item.state === 'reading'}
              disabled={isOpen}
              onClick={() => onRefresh(item)}
            >
              <IconRefresh size={18} stroke={1.7} />
            </ActionIcon>
          </Allowed>
          <RemoveButton item={item} onRemove={onRemove} />
        </Group>
      </div>
      <Group gap="xs" mt={6}>
        <Badge color={state.color}>{state.label}</Badge>
        {item.sizeBytes > 0 && (
          <Text size="sm" c="dimmed">
            {describeSize(item)}
          </Text>
        )}
        {item.readAt !== null && (
          <Text size="sm" c="dimmed">
            {item.problem === '' ? 'Last read' : 'Last tried'} {formatCallTime(item.readAt)}
          </Text>
        )}
      </Group>
      <ItemProblem item={item} />
      <Switch
        mt="sm"
        label={
          <>
            Read it again every week<span className="sr"> ({item.source})</span>
          </>
        }
        checked={isWeekly}
        disabled={!may}
        onChange={(event) => onWeekly(item, event.currentTarget.checked)}
      />
    </li>
  );
}

function RemoveButton({ item, onRemove }: Pick<ItemProps, 'item' | 'onRemove'>) {
  return (
    <Allowed permission="edit">
      <ActionIcon
        aria-label={`Remove ${item.kind === 'text' ? item.title : item.source}`}
        onClick={() => onRemove(item)}
      >
        <IconTrash size={18} stroke={1.7} />
      </ActionIcon>
    </Allowed>
  );
}
