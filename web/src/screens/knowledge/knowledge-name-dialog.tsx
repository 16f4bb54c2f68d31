import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { KnowledgeBase } from '@parley/contract/knowledge';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { knowledgeKey, renameKnowledgeBase } from '../../api/knowledge.ts';
import { toast } from '../../components/toasts.ts';
import { nameProblem } from './knowledge-words.ts';

type KnowledgeNameDialogProps = { base: KnowledgeBase; isOpen: boolean; onClose: () => void };

/** Renames a knowledge base. */
export function KnowledgeNameDialog({ base, isOpen, onClose }: KnowledgeNameDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Rename knowledge base">
      <NameForm base={base} onClose={onClose} />
    </Modal>
  );
}

function NameForm({ base, onClose }: Omit<KnowledgeNameDialogProps, 'isOpen'>) {
  const cache = useQueryClient();
  const form = useForm({ initialValues: { name: base.name }, validate: { name: nameProblem } });
  const save = useMutation({
    mutationFn: (name: string) => renameKnowledgeBase(base.id, name.trim()),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: knowledgeKey });
      onClose();
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'knowledge_base_not_saved') }),
  });
  return (
    <form noValidate onSubmit={form.onSubmit(({ name }) => save.mutate(name))}>
      <TextInput {...form.getInputProps('name')} label="Name" maxLength={200} data-autofocus />
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </Group>
    </form>
  );
}
