import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { errorSentence } from '@parley/contract/errors';
import type { MergeField } from '@parley/contract/merge-fields';
import { successToast } from '@parley/contract/successes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { createMergeField, deleteMergeField, mergeFieldsQuery } from '../../api/merge-fields.ts';
import { Allowed } from '../../components/allowed.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { LoadFailed } from '../../components/notice.tsx';
import { toast } from '../../components/toasts.ts';
import { mergeFieldChecks } from './check-merge-field.ts';
import { MergeFieldRow } from './merge-field-row.tsx';

/** The merge fields of the workspace: each goes into the prompt at the cursor; those of the workspace are made and described here (MERGE-1, MERGE-2). */
export function MergeFieldsSection({ onInsert }: { onInsert: (field: string) => void }) {
  const fields = useQuery(mergeFieldsQuery);
  const [deleting, setDeleting] = useState<MergeField>();
  if (fields.isPending) return <Loader size="sm" aria-label="Loading merge fields" />;
  if (!fields.data)
    return (
      <LoadFailed
        message={errorSentence('merge_fields_not_loaded')}
        isBusy={fields.isFetching}
        onRetry={() => void fields.refetch()}
      />
    );
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        A merge field stands for what is known of the person on the call. Insert it where the cursor is in the
        prompt.
      </Text>
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {fields.data.map((field) => (
          <MergeFieldRow
            key={field.id}
            field={field}
            onInsert={() => onInsert(field.field_name)}
            onDelete={() => setDeleting(field)}
          />
        ))}
      </Stack>
      <NewMergeField />
      <DeleteMergeField field={deleting} onClose={() => setDeleting(undefined)} />
    </Stack>
  );
}

function NewMergeField() {
  const cache = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const form = useForm({
    initialValues: { field_name: '', field_description: '' },
    validate: mergeFieldChecks,
  });
  const close = () => {
    form.reset();
    setIsOpen(false);
  };
  const create = useMutation({
    mutationFn: createMergeField,
    onSuccess: async () => {
      toast.success(successToast('merge_field_created'));
      close();
      await cache.invalidateQueries({ queryKey: mergeFieldsQuery.queryKey });
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'merge_field_not_created') }),
  });
  if (!isOpen)
    return (
      <Allowed permission="edit">
        <Button variant="default" size="compact-sm" w="fit-content" onClick={() => setIsOpen(true)}>
          New merge field
        </Button>
      </Allowed>
    );
  return (
    <form
      noValidate
      aria-label="New merge field"
      onSubmit={form.onSubmit((given) => {
        if (create.isPending) return;
        create.mutate({
          field_name: given.field_name.trim(),
          field_description: given.field_description.trim(),
        });
      })}
    >
      <Stack gap="sm">
        <TextInput
          {...form.getInputProps('field_name')}
          label="Field name"
          placeholder="prospect_owner_name"
          autoFocus
        />
        <TextInput
          {...form.getInputProps('field_description')}
          label="Field description"
          placeholder="Who looks after this customer"
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="compact-sm" onClick={close}>
            Cancel
          </Button>
          <Button size="compact-sm" type="submit" loading={create.isPending}>
            Create merge field
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function DeleteMergeField({ field, onClose }: { field: MergeField | undefined; onClose: () => void }) {
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: deleteMergeField,
    onSuccess: async () => {
      onClose();
      await cache.invalidateQueries({ queryKey: mergeFieldsQuery.queryKey });
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'unexpected') }),
  });
  return (
    <ConfirmDialog
      isOpen={field !== undefined}
      title="Delete merge field?"
      confirmLabel="Delete"
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => field && remove.mutate(field.id)}
      onClose={onClose}
    >
      Where a prompt names <strong>{`{${field?.field_name}}`}</strong>, nothing is filled in any more.
    </ConfirmDialog>
  );
}
