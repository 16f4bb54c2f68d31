import { Title } from '@mantine/core';
import type { KnowledgeBase, KnowledgeItem } from '@parley/contract/knowledge';
import { knowledgeLimits } from '@parley/contract/knowledge-rules';
import { useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../components/allowed.tsx';
import { FileDrop } from './file-drop.tsx';
import { FileCard, UploadRow } from './file-items.tsx';
import { sendFiles, useFileUploads } from './file-uploads.ts';
import classes from './knowledge.module.css';
import type { KnowledgeActions } from './use-knowledge-actions.ts';

type KnowledgeFilesProps = {
  base: KnowledgeBase;
  actions: KnowledgeActions;
  onRemove: (item: KnowledgeItem) => void;
};

/** The files of a knowledge base, those on their way, and where more are dropped (KB-4). */
export function KnowledgeFiles({ base, actions, onRemove }: KnowledgeFilesProps) {
  const cache = useQueryClient();
  const { may } = useMay('edit');
  const uploads = useFileUploads((state) => state.uploads).filter(({ baseId }) => baseId === base.id);
  const files = base.items.filter(({ kind }) => kind === 'file');
  const isFull = base.items.length >= knowledgeLimits.items;
  const { replaceFile, refreshItem } = actions;
  if (!may && files.length === 0) return null;
  return (
    <section aria-labelledby="knowledge-files">
      <Title order={3} size="h4" id="knowledge-files" className={classes['part'] ?? ''}>
        Files
      </Title>
      {files.length + uploads.length > 0 && (
        <ul className={classes['items']}>
          {files.map((item) => (
            <FileCard
              key={item.id}
              baseId={base.id}
              item={item}
              isBusy={replaceFile.isPending && replaceFile.variables.item.id === item.id}
              onReplace={(replaced, file) => replaceFile.mutate({ item: replaced, file })}
              onRefresh={(again) => refreshItem.mutate(again)}
              onRemove={onRemove}
            />
          ))}
          {uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} />
          ))}
        </ul>
      )}
      {may && <FileDrop isDisabled={isFull} onFiles={(chosen) => void sendFiles(cache, base.id, chosen)} />}
    </section>
  );
}
