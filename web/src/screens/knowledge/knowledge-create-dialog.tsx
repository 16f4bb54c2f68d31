import { ActionIcon, Button, Group, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { knowledgeLimits } from '@parley/contract/knowledge-rules';
import { successToast } from '@parley/contract/successes';
import { IconFileText, IconPlus, IconTrash, IconWorld } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { failureTitle, statedFailureMessage } from '../../api/failure-message.ts';
import { createKnowledgeBase, knowledgeKey } from '../../api/knowledge.ts';
import { toast } from '../../components/toasts.ts';
import classes from './knowledge.module.css';
import { emptyDraft, findDraftProblems, type ItemDraft, ItemFields } from './knowledge-item-fields.tsx';
import { nameProblem } from './knowledge-words.ts';

/** A draft that is in the list, with a key of its own: two may hold the same words. */
type ListedDraft = ItemDraft & { key: number };

/** Creates a knowledge base from texts and web pages (KB-3). What is written is lost only by Cancel, not by a click beside it. */
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
  const [draft, setDraft] = useState(emptyDraft('text'));
  const [isDraftChecked, setDraftChecked] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const draftProblems = findDraftProblems(draft);
  const isDraftGood = Object.keys(draftProblems).length === 0;
  const isDraftEmpty = draft.kind === 'url' ? draft.url === '' : draft.title === '' && draft.text === '';
  const isFull = listed.length >= knowledgeLimits.items;

  const create = useMutation({
    mutationFn: (items: readonly ItemDraft[]) =>
      createKnowledgeBase({
        name: name.trim(),
        knowledge_base_texts: items
          .filter(({ kind }) => kind === 'text')
          .map(({ title, text }) => ({ title: title.trim(), text: text.trim() })),
        knowledge_base_urls: items.filter(({ kind }) => kind === 'url').map(({ url }) => url.trim()),
      }),
    onSuccess: async ({ id }) => {
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    // What stands in the fields is meant to be in it, also where nobody pressed Add.
    if (!isDraftEmpty && !isDraftGood) return setDraftChecked(true);
    const items = isDraftEmpty || isFull ? listed : [...listed, draft];
    if (nameProblem(name) === null && items.length > 0) create.mutate(items);
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
        {listed.length > 0 && (
          <ul className={classes['drafts']} aria-label="Documents and web pages">
            {listed.map((item) => (
              <DraftRow
                key={item.key}
                item={item}
                onRemove={() => setListed(listed.filter(({ key }) => key !== item.key))}
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
            ]}
            value={draft.kind}
            onChange={(kind) => {
              setDraft({ ...draft, kind: kind === 'url' ? 'url' : 'text' });
              setDraftChecked(false);
            }}
          />
          <ItemFields draft={draft} problems={isDraftChecked ? draftProblems : {}} onChange={setDraft} />
          <Button variant="light" leftSection={<IconPlus size={17} />} disabled={isFull} onClick={addDraft}>
            {draft.kind === 'url' ? 'Add web page' : 'Add text'}
          </Button>
        </div>
        {isChecked && listed.length === 0 && isDraftEmpty && (
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

function DraftRow({ item, onRemove }: { item: ItemDraft; onRemove: () => void }) {
  const name = item.kind === 'url' ? item.url.trim() : item.title.trim();
  const Icon = item.kind === 'url' ? IconWorld : IconFileText;
  return (
    <li>
      <Icon size={18} stroke={1.7} aria-hidden="true" />
      <Text className={classes['words'] ?? ''} lineClamp={2}>
        {name}
      </Text>
      <ActionIcon aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconTrash size={18} stroke={1.7} />
      </ActionIcon>
    </li>
  );
}
