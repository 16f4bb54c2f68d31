import { Button, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { AppError } from '@parley/contract/errors';
import { IconLinkOff } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { resetPassword } from '../../api/accounts.ts';
import { forgetUser } from '../../app/sign-out.ts';
import { checkNewPassword } from '../../components/access/check-new-password.ts';
import { failureToast } from '../../components/access/failure-toast.ts';
import { NewPasswordField } from '../../components/access/new-password-field.tsx';
import { useFields } from '../../components/access/use-fields.ts';
import { LinkButton } from '../../components/links.tsx';
import { toast } from '../../components/toasts.ts';

/** Sets the new password by the token of the mailed link; every session ends, so this browser's ends too. */
export function NewPasswordForm({ token }: { token: string }) {
  const router = useRouter();
  const cache = useQueryClient();
  const form = useFields({ password: checkNewPassword });
  const reset = useMutation({
    mutationFn: (password: string) => resetPassword({ token, password }),
    onSuccess: () => {
      forgetUser(cache);
      toast.success({ title: 'Password changed', message: 'Log in with your new password.' });
      return router.navigate({ to: '/login', replace: true });
    },
    onError: (error) => {
      if (isLinkInvalid(error)) return;
      const problem = error instanceof AppError && error.details?.find(({ field }) => field === 'password');
      if (problem) form.addErrors({ password: problem.message });
      else toast.error(failureToast(error, 'server_unreachable'));
    },
  });

  if (isLinkInvalid(reset.error))
    return (
      <Stack gap={0} align="flex-start" role="alert">
        <ThemeIcon size={52} radius="lg" variant="light" color="red">
          <IconLinkOff size={26} stroke={1.7} />
        </ThemeIcon>
        <Title order={1} mt="lg">
          This link no longer works
        </Title>
        <Text c="dimmed" mt={6} mb="xl">
          {reset.error?.message}
        </Text>
        <LinkButton to="/forgot-password" search={{}} size="md" fullWidth>
          Request a New Link
        </LinkButton>
      </Stack>
    );

  return (
    <>
      <Title order={1}>Set a new password</Title>
      <Text c="dimmed" mt={6} mb="xl">
        Every device is logged out when it is set.
      </Text>
      <form noValidate onSubmit={form.onSubmit(({ password }) => reset.mutate(password))}>
        <Stack gap="md">
          <NewPasswordField
            {...form.propsOf('password')}
            onBlur={() => form.checkField('password')}
            label="NEW PASSWORD"
          />
          <Button type="submit" size="md" mt="xs" fullWidth disabled={reset.isPending || !form.isValid}>
            {reset.isPending ? 'Saving...' : 'Set New Password'}
          </Button>
        </Stack>
      </form>
    </>
  );
}

/** Used, expired, or no token of ours: the form can do nothing more. */
function isLinkInvalid(error: Error | null): boolean {
  if (!(error instanceof AppError)) return false;
  return (
    error.code === 'reset_link_invalid' || error.details?.some(({ field }) => field === 'token') === true
  );
}
