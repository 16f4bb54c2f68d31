import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { OpenedInvitation } from '@parley/contract/team';
import { useMutation } from '@tanstack/react-query';
import { logIn } from '../../api/accounts.ts';
import { displayName } from '../../api/display-name.ts';
import { acceptInvitation } from '../../api/team.ts';
import { useUserStore } from '../../api/user-store.ts';
import access from '../../components/access/access-page.module.css';
import { failureToast } from '../../components/access/failure-toast.ts';
import { LinkText } from '../../components/links.tsx';
import { toast } from '../../components/toasts.ts';
import { enterWorkspace } from './enter-workspace.ts';

const label = { label: access['label'] ?? '' };

/** The invited email has an account: its password, and in. */
export function JoinByLogin({ token, invitation }: { token: string; invitation: OpenedInvitation }) {
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (given) => (given === '' ? 'Password is required' : null) },
  });
  const join = useMutation({
    mutationFn: async (password: string) => {
      const user = await logIn({ email: invitation.email, password });
      useUserStore.getState().keep({ ...user, name: displayName(user) });
      await acceptInvitation(token);
    },
    onSuccess: enterWorkspace,
    onError: (error) => toast.error(failureToast(error, 'server_unreachable')),
  });
  return (
    <form noValidate onSubmit={form.onSubmit(({ password }) => join.mutate(password))}>
      <Stack gap="md">
        <TextInput
          label="WORK EMAIL"
          value={invitation.email}
          readOnly
          size="md"
          classNames={label}
          autoComplete="username"
        />
        <PasswordInput
          {...form.getInputProps('password')}
          label="PASSWORD"
          autoComplete="current-password"
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password', tabIndex: 0 }}
          classNames={label}
        />
        <LinkText to="/forgot-password" size="sm" ta="right" mt={-4}>
          Forgot your password?
        </LinkText>
        <Button type="submit" size="md" fullWidth loading={join.isPending || join.isSuccess}>
          Log in and join
        </Button>
      </Stack>
    </form>
  );
}
