import { ActionIcon, Badge, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { MergeField } from '@parley/contract/merge-fields';
import { IconPencil, IconTextPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { mergeFieldsQuery, saveMergeField } from '../../api/merge-fields.ts';
import { Allowed } from '../../components/allowed.tsx';
import { toast } from '../../components/toasts.ts';
import { mergeFieldChecks } from './check-merge-field.ts';

/** A merge field: what it means, which those of the workspace may have told anew, and its way into the prompt. */
export function MergeFieldRow({
  field,
  onInsert,
  onDelete,
}: {
  field: MergeField;
  onInsert: () => void;
  onDelete: () => void;
}) {
  const [isEditing, setIsEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsEditing(false);
    // The pencil stays where it is; who edits with the keyboard goes on from there.
    pencil.current?.focus();
  };
  return (
    <Stack component="li" gap="xs">
      <Group wrap="nowrap" gap="xs" align="flex-start">
        <div style={{ flex: 1, minWidth: 0 }}>
          <Group gap={6}>
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {`{${field.field_name}}`}
            </Text>
            <Badge size="sm" color={field.parley_field ? 'gray' : 'pine'}>
              {field.parley_field ? 'Default' : 'Yours'}
            </Badge>
          </Group>
          {!isEditing && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {field.field_description}
            </Text>
          )}
        </div>
        {!field.parley_field && (
          <Allowed permission="edit">
            <ActionIcon
              ref={pencil}
              aria-label={`Edit merge field ${field.field_name}`}
              aria-expanded={isEditing}
              onClick={() => setIsEditing(!isEditing)}
            >
              <IconPencil size={18} stroke={1.7} />
            </ActionIcon>
          </Allowed>
        )}
        {!field.parley_field && (
          <Allowed permission="edit">
            <ActionIcon aria-label={`Delete merge field ${field.field_name}`} onClick={onDelete}>
              <IconTrash size={18} stroke={1.7} />
            </ActionIcon>
          </Allowed>
        )}
        <Allowed permission="edit">
          <ActionIcon aria-label={`Insert ${field.field_name}`} onClick={onInsert}>
            <IconTextPlus size={18} stroke={1.7} />
          </ActionIcon>
        </Allowed>
      </Group>
      {isEditing && <DescriptionForm field={field} onClose={close} />}
    </Stack>
  );
}

/** Says anew what a field means. Its name stays: prompts and files of contacts go by it. */
function DescriptionForm({ field, onClose }: { field: MergeField; onClose: () => void }) {
  const cache = useQueryClient();
  const form = useForm({
    initialValues: { field_description: field.field_description },
    validate: { field_description: mergeFieldChecks.field_description },
  });
  const save = useMutation({
    mutationFn: saveMergeField,
    onSuccess: async () => {
      toast.success({ message: 'Merge field saved.' });
      await cache.invalidateQueries({ queryKey: mergeFieldsQuery.queryKey });
      onClose();
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'merge_field_not_saved') }),
  });
  const submit = form.onSubmit((given) => {
    if (save.isPending) return;
    const field_description = given.field_description.trim();
    if (field_description === field.field_description) onClose();
    else save.mutate({ id: field.id, field_description });
  });
  return (
    <form
      noValidate
      aria-label={`Edit merge field ${field.field_name}`}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <Stack gap="xs">
        <Textarea
          {...form.getInputProps('field_description')}
          label="Field description"
          autosize
          minRows={1}
          maxRows={5}
          autoFocus
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            submit();
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="compact-sm" onClick={onClose}>
            Cancel
          </Button>
          <Button size="compact-sm" type="submit" loading={save.isPending}>
            Save description
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
