import { ActionIcon, Anchor, Badge, FileButton, Group, Progress, Text } from '@mantine/core';
import type { KnowledgeItem } from '@parley/contract/knowledge';
import { knowledgeFilePath } from '@parley/contract/knowledge-rules';
import { IconRefresh, IconReplace, IconTrash, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { Allowed, useMay } from '../../components/allowed.tsx';
import { type FileUpload, forgetUpload } from './file-uploads.ts';
import { ItemProblem } from './item-problem.tsx';
import classes from './knowledge.module.css';
import { describeSize, fileEndings, stateOf } from './knowledge-words.ts';

type FileCardProps = {
  baseId: string;
  item: KnowledgeItem;
  isBusy: boolean;
  onReplace: (item: KnowledgeItem, file: File) => void;
  onRefresh: (item: KnowledgeItem) => void;
  onRemove: (item: KnowledgeItem) => void;
};

/** A file: its name, how far it was read, and why not when it was not (KB-4). */
export function FileCard({ baseId, item, isBusy, onReplace, onRefresh, onRemove }: FileCardProps) {
  const state = stateOf(item);
  const isOpen = item.state === 'waiting' || item.state === 'reading';
  return (
    <li className={classes['item']}>
      <div className={classes['itemHead']}>
        <Anchor
          className={classes['words'] ?? ''}
          href={`/api/v1${knowledgeFilePath(baseId, item.id)}`}
          download={item.source}
          fw={600}
          underline="always"
        >
          {item.source}
        </Anchor>
        <Group gap={4} wrap="nowrap">
          {item.problem !== '' && (
            <Allowed permission="edit">
              <ActionIcon
                aria-label={`Read ${item.source} again`}
                disabled={isOpen}
                onClick={() => onRefresh(item)}
              >
                <IconRefresh size={18} stroke={1.7} />
              </ActionIcon>
            </Allowed>
          )}
          <ReplaceButton item={item} isBusy={isBusy || item.state === 'reading'} onReplace={onReplace} />
          <Allowed permission="edit">
            <ActionIcon aria-label={`Remove ${item.source}`} onClick={() => onRemove(item)}>
              <IconTrash size={18} stroke={1.7} />
            </ActionIcon>
          </Allowed>
        </Group>
      </div>
      <Group gap="xs" mt={6}>
        <Badge color={state.color}>{state.label}</Badge>
        <Text size="sm" c="dimmed">
          {describeSize(item)}
        </Text>
      </Group>
      <ItemProblem item={item} />
    </li>
  );
}

function ReplaceButton({ item, isBusy, onReplace }: Pick<FileCardProps, 'item' | 'isBusy' | 'onReplace'>) {
  const { may } = useMay('edit');
  const forget = useRef<() => void>(null);
  const label = `Replace ${item.source}`;
  if (!may)
    return (
      <Allowed permission="edit">
        <ActionIcon aria-label={label}>
          <IconReplace size={18} stroke={1.7} />
        </ActionIcon>
      </Allowed>
    );
  const take = (file: File | null) => {
    if (file) onReplace(item, file);
    forget.current?.();
  };
  return (
    <FileButton accept={fileEndings} resetRef={forget} onChange={take}>
      {(button) => (
        <ActionIcon aria-label={label} loading={isBusy} {...button}>
          <IconReplace size={18} stroke={1.7} />
        </ActionIcon>
      )}
    </FileButton>
  );
}

/** A file on its way to the server, or why it was not taken. */
export function UploadRow({ upload: { key, name, share, problem } }: { upload: FileUpload }) {
  return (
    <li className={classes['item']}>
      <div className={classes['itemHead']}>
        <Text fw={600} className={classes['words'] ?? ''}>
          {name}
        </Text>
        {problem !== null && (
          <ActionIcon aria-label={`Dismiss ${name}`} onClick={() => forgetUpload(key)}>
            <IconX size={18} stroke={1.7} />
          </ActionIcon>
        )}
      </div>
      {problem === null ? (
        <Progress value={share * 100} mt={8} aria-label={`Uploading ${name}`} />
      ) : (
        <Text role="alert" size="sm" mt={6} c="var(--mantine-color-error)">
          {problem}
        </Text>
      )}
    </li>
  );
}
