import { ActionIcon, Button, Group, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { knowledgeLimits } from '@parley/contract/knowledge-rules';
import { successToast } from '@parley/contract/successes';
import { IconFileText, IconPaperclip, IconPlus, IconTrash, IconWorld } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { failureTitle, statedFailureMessage } from '../../api/failure-message.ts';
import { createKnowledgeBase, knowledgeKey } from '../../api/knowledge.ts';
import { toast } from '../../components/toasts.ts';
import { FileDrop } from './file-drop.tsx';
import { sendFiles } from './file-uploads.ts';
import classes from './knowledge.module.css';
import { emptyDraft, findDraftProblems, type ItemDraft, ItemFields } from './knowledge-item-fields.tsx';
import { fileProblem, nameProblem } from './knowledge-words.ts';

/** A draft that is in the list, with a key of its own: two may hold the same words. */
type ListedDraft = ItemDraft & { key: number };
type ListedFile = { key: number; file: File };

/** Creates a knowledge base from texts, web pages and files (KB-3). What is written is lost only by Cancel, not by a click beside it. */
export function KnowledgeCreateDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      closeOnClickOutside={false}
      title="Create Knowledge Base"
      size="lg"
    >
      <CreateForm onClose={onClose} />
    </Modal>
  );
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [listed, setListed] = useState<readonly ListedDraft[]>([]);
  const [files, setFiles] = useState<readonly ListedFile[]>([]);
  const [kind, setKind] = useState<ItemDraft['kind'] | 'file'>('text');
  const [draft, setDraft] = useState(emptyDraft('text'));
  const [isDraftChecked, setDraftChecked] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const draftProblems = findDraftProblems(draft);
  const isDraftGood = Object.keys(draftProblems).length === 0;
  const isDraftEmpty = draft.kind === 'url' ? draft.url === '' : draft.title === '' && draft.text === '';
  const isFull = listed.length + files.length >= knowledgeLimits.items;

  const create = useMutation({
    mutationFn: (items: readonly ItemDraft[]) =>
      createKnowledgeBase({
        name: name.trim(),
        knowledge_base_texts: items
          .filter(({ kind }) => kind === 'text')
          .map(({ title, text }) => ({ title: title.trim(), text: text.trim() })),
        knowledge_base_urls: items.filter(({ kind }) => kind === 'url').map(({ url }) => url.trim()),
        files_follow: files.length,
      }),
    onSuccess: async ({ id }) => {
      const chosen = files.map(({ file }) => file);
      void sendFiles(cache, id, chosen);
      toast.success(successToast('knowledge_base_created'));
      await cache.invalidateQueries({ queryKey: knowledgeKey });
      onClose();
      void navigate({ to: '/app/knowledge-base', search: { kb: id }, replace: true });
    },
    onError: (error) =>
      toast.error({
        title: failureTitle(error),
        message: statedFailureMessage(error, 'knowledge_base_not_created'),
      }),
  });

  const addDraft = () => {
    if (!isDraftGood) return setDraftChecked(true);
    setListed([...listed, { ...draft, key: (listed.at(-1)?.key ?? 0) + 1 }]);
    setDraft(emptyDraft(draft.kind));
    setDraftChecked(false);
  };
  const addFiles = (chosen: readonly File[]) => {
    const first = (files.at(-1)?.key ?? 0) + 1;
    const room = knowledgeLimits.items - listed.length - files.length;
    setFiles([...files, ...chosen.slice(0, room).map((file, at) => ({ key: first + at, file }))]);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    // What stands in the fields is meant to be in it, also where nobody pressed Add.
    if (!isDraftEmpty && !isDraftGood) return setDraftChecked(true);
    const items = isDraftEmpty || isFull ? listed : [...listed, draft];
    const isSendable = files.every(({ file }) => fileProblem(file) === null);
    if (nameProblem(name) === null && items.length + files.length > 0 && isSendable) create.mutate(items);
  };

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Name"
          placeholder="Prices and opening hours"
          maxLength={200}
          value={name}
          error={isChecked ? nameProblem(name) : null}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        {listed.length + files.length > 0 && (
          <ul className={classes['drafts']} aria-label="Documents and web pages">
            {listed.map((item) => (
              <DraftRow
                key={item.key}
                kind={item.kind}
                name={item.kind === 'url' ? item.url.trim() : item.title.trim()}
                onRemove={() => setListed(listed.filter(({ key }) => key !== item.key))}
              />
            ))}
            {files.map(({ key, file }) => (
              <DraftRow
                key={`file-${key}`}
                kind="file"
                name={file.name}
                problem={fileProblem(file)}
                onRemove={() => setFiles(files.filter((other) => other.key !== key))}
              />
            ))}
          </ul>
        )}
        <div className={classes['adder']}>
          <SegmentedControl
            fullWidth
            aria-label="What to add"
            data={[
              { value: 'text', label: 'Text' },
              { value: 'url', label: 'Web page' },
              { value: 'file', label: 'Files' },
            ]}
            value={kind}
            onChange={(chosen) => {
              setKind(chosen as typeof kind);
              if (chosen !== 'file') setDraft({ ...draft, kind: chosen === 'url' ? 'url' : 'text' });
              setDraftChecked(false);
            }}
          />
          {kind === 'file' ? (
            <FileDrop isDisabled={isFull} onFiles={addFiles} />
          ) : (
            <>
              <ItemFields draft={draft} problems={isDraftChecked ? draftProblems : {}} onChange={setDraft} />
              <Button
                variant="light"
                leftSection={<IconPlus size={17} />}
                disabled={isFull}
                onClick={addDraft}
              >
                {kind === 'url' ? 'Add web page' : 'Add text'}
              </Button>
            </>
          )}
        </div>
        {isChecked && listed.length + files.length === 0 && isDraftEmpty && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            Please add at least one document or web page
          </Text>
        )}
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending}>
          Create
        </Button>
      </Group>
    </form>
  );
}

const icons = { text: IconFileText, url: IconWorld, file: IconPaperclip };

type DraftRowProps = {
  kind: keyof typeof icons;
  name: string;
  problem?: string | null;
  onRemove: () => void;
};

function DraftRow({ kind, name, problem = null, onRemove }: DraftRowProps) {
  const Icon = icons[kind];
  return (
    <li>
      <Icon size={18} stroke={1.7} aria-hidden="true" />
      <div className={classes['words']}>
        <Text lineClamp={2}>{name}</Text>
        {problem !== null && (
          <Text size="sm" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
      </div>
      <ActionIcon aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconTrash size={18} stroke={1.7} />
      </ActionIcon>
    </li>
  );
}
