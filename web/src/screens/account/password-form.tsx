import { Button, Card, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { AppError } from '@parley/contract/errors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changePassword, sessionsQuery } from '../../api/account-settings.ts';
import { checkNewPassword } from '../../components/access/check-new-password.ts';
import { failureToast } from '../../components/access/failure-toast.ts';
import { NewPasswordField } from '../../components/access/new-password-field.tsx';
import { toast } from '../../components/toasts.ts';

const empty = { currentPassword: '', newPassword: '', confirmation: '' };
const toggle = { 'aria-label': 'Show or hide password', tabIndex: 0 };

/** ACCT-2: a new password, by the current one. */
export function PasswordForm({ email }: { email: string }) {
  const cache = useQueryClient();
  const form = useForm({
    mode: 'controlled',
    initialValues: empty,
    validate: {
      currentPassword: (value) => (value === '' ? 'Current password is required' : null),
      newPassword: (value, { currentPassword }) =>
        checkNewPassword(value) ?? (value === currentPassword ? 'This is your current password' : null),
      confirmation: (value, { newPassword }) => (value === newPassword ? null : 'The passwords differ'),
    },
  });
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      form.reset();
      toast.success({ title: 'Password changed', message: 'Your other devices were logged out.' });
      return cache.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    onError: (error) => {
      if (error instanceof AppError && error.code === 'password_wrong')
        form.setFieldError('currentPassword', error.message);
      else toast.error(failureToast(error, 'server_unreachable'));
    },
  });

  return (
    <Card>
      <form
        noValidate
        onSubmit={form.onSubmit(({ currentPassword, newPassword }) =>
          change.mutate({ currentPassword, newPassword }),
        )}
      >
        {/* Tells password managers whose password this is. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <Stack gap="lg" maw={420}>
          <PasswordInput
            {...form.getInputProps('currentPassword')}
            label="Current password"
            autoComplete="current-password"
            maxLength={128}
            required
            withAsterisk={false}
            visibilityToggleButtonProps={toggle}
          />
          <NewPasswordField
            {...form.getInputProps('newPassword')}
            label="New password"
            size="sm"
            classNames={{}}
            maxLength={128}
          />
          <PasswordInput
            {...form.getInputProps('confirmation')}
            label="Confirm new password"
            autoComplete="new-password"
            maxLength={128}
            required
            withAsterisk={false}
            visibilityToggleButtonProps={toggle}
          />
          <div>
            <Button type="submit" variant="default" loading={change.isPending}>
              Update Password
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}
