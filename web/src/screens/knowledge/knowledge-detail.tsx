import { Button, Card, Group, Menu, Text, Title } from '@mantine/core';
import type { KnowledgeBase, KnowledgeItem } from '@parley/contract/knowledge';
import { knowledgeLimits } from '@parley/contract/knowledge-rules';
import { IconFileText, IconPencil, IconPlus, IconTrash, IconWorld } from '@tabler/icons-react';
import { useState } from 'react';
import { Allowed, Refused } from '../../components/allowed.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { formatCallTime } from '../../components/format.ts';
import { Notice } from '../../components/notice.tsx';
import classes from './knowledge.module.css';
import { KnowledgeFiles } from './knowledge-files.tsx';
import { type ItemDialogState, KnowledgeItemDialog } from './knowledge-item-dialog.tsx';
import { PageReference, TextCard } from './knowledge-items.tsx';
import { KnowledgeNameDialog } from './knowledge-name-dialog.tsx';
import { KnowledgeSearch } from './knowledge-search.tsx';
import { describeBase, describeProgress } from './knowledge-words.ts';
import { useKnowledgeActions } from './use-knowledge-actions.ts';

/** One knowledge base: its texts, its pages and how far they are read, and what a question would find (KB-1, KB-4). */
export function KnowledgeDetail({ base }: { base: KnowledgeBase }) {
  const [dialog, setDialog] = useState<ItemDialogState>();
  const [question, setQuestion] = useState<'delete' | KnowledgeItem>();
  const [isRenaming, setRenaming] = useState(false);
  const actions = useKnowledgeActions(base, () => setQuestion(undefined));
  const texts = base.items.filter(({ kind }) => kind === 'text');
  const pages = base.items.filter(({ kind }) => kind === 'url');
  // A choice shows at once, not only when the server has taken it.
  const weekly = actions.setWeekly.isPending ? actions.setWeekly.variables : undefined;
  const progress = describeProgress(base.items);
  const askedItem = typeof question === 'object' ? question : undefined;
  const on = {
    onEdit: (item: KnowledgeItem) => setDialog({ kind: 'text', item }),
    onRemove: (item: KnowledgeItem) => setQuestion(item),
    onRefresh: (item: KnowledgeItem) => actions.refreshItem.mutate(item),
    onWeekly: (item: KnowledgeItem, weekly: boolean) => actions.setWeekly.mutate({ item, weekly }),
  };
  return (
    <Card component="section" aria-labelledby="knowledge-name" padding="lg">
      <div className={classes['head']}>
        <div className={classes['words']}>
          <Title order={2} id="knowledge-name">
            {base.name}
          </Title>
          <Text c="dimmed" size="sm" mt={4}>
            Last updated {formatCallTime(base.updatedAt)}
          </Text>
          <Text c="dimmed" size="sm">
            {describeBase(base)}
          </Text>
        </div>
        <Group gap="xs">
          <AddMenu
            isFull={base.items.length >= knowledgeLimits.items}
            onAdd={(kind) => setDialog({ kind })}
          />
          <Allowed permission="edit">
            <Button
              variant="default"
              leftSection={<IconPencil size={17} stroke={1.7} />}
              onClick={() => setRenaming(true)}
            >
              Rename
            </Button>
          </Allowed>
          <Allowed permission="edit">
            <Button
              variant="default"
              c="var(--mantine-color-error)"
              leftSection={<IconTrash size={17} stroke={1.7} />}
              onClick={() => setQuestion('delete')}
            >
              Delete
            </Button>
          </Allowed>
        </Group>
      </div>
      <Text role="status" size="sm" fw={600} mt={progress ? 'sm' : 0}>
        {progress?.text ?? ''}
      </Text>
      {base.items.length === 0 ? (
        <Notice icon={<IconFileText size={26} stroke={1.7} />} title="No Content Available">
          Add a text, a web page or a file, and agents find it at once.
        </Notice>
      ) : (
        <KnowledgeSearch baseId={base.id} />
      )}
      {texts.length > 0 && (
        <section aria-labelledby="knowledge-texts">
          <Title order={3} size="h4" id="knowledge-texts" className={classes['part'] ?? ''}>
            Text Content
          </Title>
          <ul className={classes['items']}>
            {texts.map((item) => (
              <TextCard key={item.id} item={item} {...on} />
            ))}
          </ul>
        </section>
      )}
      {pages.length > 0 && (
        <section aria-labelledby="knowledge-pages">
          <Title order={3} size="h4" id="knowledge-pages" className={classes['part'] ?? ''}>
            URL References
          </Title>
          <ul className={classes['items']}>
            {pages.map((item) => (
              <PageReference
                key={item.id}
                item={item}
                isBusy={actions.refreshItem.isPending && actions.refreshItem.variables.id === item.id}
                isWeekly={weekly?.item.id === item.id ? weekly.weekly : item.weekly}
                {...on}
              />
            ))}
          </ul>
        </section>
      )}
      <KnowledgeFiles base={base} actions={actions} onRemove={on.onRemove} />
      <KnowledgeItemDialog baseId={base.id} state={dialog} onClose={() => setDialog(undefined)} />
      <KnowledgeNameDialog base={base} isOpen={isRenaming} onClose={() => setRenaming(false)} />
      <ConfirmDialog
        isOpen={question === 'delete'}
        title="Delete knowledge base?"
        confirmLabel="Delete"
        isDangerous
        isBusy={actions.remove.isPending}
        onConfirm={() => actions.remove.mutate()}
        onClose={() => setQuestion(undefined)}
      >
        <strong>{base.name}</strong> is deleted with all it holds. {describeLoss(base.agents)}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={askedItem !== undefined}
        title={askedItem ? removeQuestions[askedItem.kind] : ''}
        confirmLabel="Remove"
        isDangerous
        isBusy={actions.removeItem.isPending}
        onConfirm={() => askedItem && actions.removeItem.mutate(askedItem)}
        onClose={() => setQuestion(undefined)}
      >
        Agents do not find <strong>{askedItem?.title}</strong> any more.
      </ConfirmDialog>
    </Card>
  );
}

const removeQuestions: Readonly<Record<KnowledgeItem['kind'], string>> = {
  text: 'Remove this text?',
  url: 'Remove this web page?',
  file: 'Remove this file?',
};

function describeLoss(agents: number): string {
  if (agents === 0) return 'No agent uses it.';
  return agents === 1
    ? 'The agent that uses it answers without it.'
    : `The ${agents} agents that use it answer without it.`;
}

function AddMenu({ isFull, onAdd }: { isFull: boolean; onAdd: (kind: 'text' | 'url') => void }) {
  const button = <Button leftSection={<IconPlus size={17} />}>Add</Button>;
  const reason = isFull ? `A knowledge base has room for ${knowledgeLimits.items} items.` : undefined;
  if (reason !== undefined) return <Refused reason={reason}>{button}</Refused>;
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Allowed permission="edit">
          <Menu.Item leftSection={<IconFileText size={17} stroke={1.7} />} onClick={() => onAdd('text')}>
            Add text
          </Menu.Item>
        </Allowed>
        <Allowed permission="edit">
          <Menu.Item leftSection={<IconWorld size={17} stroke={1.7} />} onClick={() => onAdd('url')}>
            Add web page
          </Menu.Item>
        </Allowed>
      </Menu.Dropdown>
    </Menu>
  );
}
