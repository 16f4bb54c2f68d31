import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { OpenedInvitation } from '@parley/contract/team';
import { useMutation } from '@tanstack/react-query';
import { signUpInvited } from '../../api/team.ts';
import access from '../../components/access/access-page.module.css';
import { checkNewPassword } from '../../components/access/check-new-password.ts';
import { failureToast } from '../../components/access/failure-toast.ts';
import { NewPasswordField } from '../../components/access/new-password-field.tsx';
import { toast } from '../../components/toasts.ts';
import { enterWorkspace } from './enter-workspace.ts';

const label = { label: access['label'] ?? '' };

/** The invited email is new here: a name and a password make the account. The link has proved the mailbox. */
export function JoinBySignup({ token, invitation }: { token: string; invitation: OpenedInvitation }) {
  const form = useForm({
    initialValues: { firstName: '', lastName: '', password: '' },
    validate: {
      firstName: (given) => (given.trim() === '' ? 'First name is required' : null),
      lastName: (given) => (given.trim() === '' ? 'Last name is required' : null),
      password: checkNewPassword,
    },
  });
  const join = useMutation({
    mutationFn: (values: { firstName: string; lastName: string; password: string }) =>
      signUpInvited({ token, ...values }),
    onSuccess: enterWorkspace,
    onError: (error) => toast.error(failureToast(error, 'server_unreachable')),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => join.mutate(values))}>
      <Stack gap="md">
        <TextInput
          label="WORK EMAIL"
          value={invitation.email}
          readOnly
          size="md"
          classNames={label}
          autoComplete="username"
        />
        <TextInput
          {...form.getInputProps('firstName')}
          label="FIRST NAME"
          autoComplete="given-name"
          maxLength={80}
          size="md"
          classNames={label}
        />
        <TextInput
          {...form.getInputProps('lastName')}
          label="LAST NAME"
          autoComplete="family-name"
          maxLength={80}
          size="md"
          classNames={label}
        />
        <NewPasswordField {...form.getInputProps('password')} label="PASSWORD" />
        <Button type="submit" size="md" fullWidth loading={join.isPending || join.isSuccess}>
          Create account and join
        </Button>
      </Stack>
    </form>
  );
}
