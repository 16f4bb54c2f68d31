import { Button, Card, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { teamLimits } from '@parley/contract/team-limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { profileQuery } from '../../api/accounts.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { renameWorkspace, workspacesQuery } from '../../api/team.ts';
import { AllowedFields } from '../../components/allowed.tsx';
import { toast } from '../../components/toasts.ts';
import classes from './team.module.css';

/** The name of the workspace: in the menu, in invitations. */
export function WorkspaceNameForm({ name }: { name: string }) {
  const cache = useQueryClient();
  const form = useForm({
    initialValues: { name },
    validate: { name: (given) => (given.trim() === '' ? 'Give the workspace a name.' : null) },
  });
  const save = useMutation({
    mutationFn: (values: { name: string }) => renameWorkspace(values.name.trim()),
    onSuccess: () => {
      toast.success({ message: 'The workspace has its new name.' });
      return Promise.all([
        cache.invalidateQueries({ queryKey: profileQuery.queryKey }),
        cache.invalidateQueries({ queryKey: workspacesQuery.queryKey }),
      ]);
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'unexpected') }),
  });
  return (
    <Card component="section" aria-labelledby="team-workspace">
      <Title order={2} size="h3" id="team-workspace" mb="md">
        Workspace
      </Title>
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <AllowedFields permission="manage">
          <div className={classes['name-form']}>
            <TextInput
              {...form.getInputProps('name')}
              label="Workspace name"
              maxLength={teamLimits.nameLength}
            />
            <Button type="submit" variant="default" loading={save.isPending} disabled={!form.isDirty()}>
              Save name
            </Button>
          </div>
        </AllowedFields>
      </form>
    </Card>
  );
}
