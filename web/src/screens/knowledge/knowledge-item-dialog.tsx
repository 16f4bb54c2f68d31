import { Button, Group, Modal, Stack } from '@mantine/core';
import type { KnowledgeItem } from '@parley/contract/knowledge';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { addKnowledgeItem, knowledgeKey, saveKnowledgeText } from '../../api/knowledge.ts';
import { toast } from '../../components/toasts.ts';
import { findDraftProblems, type ItemDraft, ItemFields, toItemInput } from './knowledge-item-fields.tsx';

/** Which dialog is open: for a new text or page, or for a text that is there. */
export type ItemDialogState = { kind: 'text' | 'url'; item?: KnowledgeItem } | undefined;

type KnowledgeItemDialogProps = { baseId: string; state: ItemDialogState; onClose: () => void };

/** Adds a text or a web page to a knowledge base, or changes a text. */
export function KnowledgeItemDialog({ baseId, state, onClose }: KnowledgeItemDialogProps) {
  const title = state?.kind === 'url' ? 'Add web page' : state?.item ? 'Edit text' : 'Add text';
  return (
    <Modal opened={state !== undefined} onClose={onClose} title={title} size="lg">
      {state && <ItemForm baseId={baseId} state={state} onClose={onClose} />}
    </Modal>
  );
}

function ItemForm({
  baseId,
  state: { kind, item },
  onClose,
}: {
  baseId: string;
  state: NonNullable<ItemDialogState>;
  onClose: () => void;
}) {
  const cache = useQueryClient();
  const [draft, setDraft] = useState<ItemDraft>({
    kind,
    title: item?.title ?? '',
    text: item?.text ?? '',
    url: '',
  });
  const [isChecked, setChecked] = useState(false);
  const problems = findDraftProblems(draft);
  const save = useMutation({
    mutationFn: async () => {
      if (item)
        await saveKnowledgeText(baseId, item.id, { title: draft.title.trim(), text: draft.text.trim() });
      else await addKnowledgeItem(baseId, toItemInput(draft));
    },
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: knowledgeKey });
      onClose();
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'knowledge_base_not_saved') }),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (Object.keys(problems).length === 0) save.mutate();
      }}
    >
      <Stack gap="md">
        <ItemFields draft={draft} problems={isChecked ? problems : {}} onChange={setDraft} hasFocus />
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          {item ? 'Save' : kind === 'url' ? 'Add web page' : 'Add text'}
        </Button>
      </Group>
    </form>
  );
}
