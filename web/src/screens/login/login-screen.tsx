import { Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { successToast } from '@parley/contract/successes';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Navigate, useRouter } from '@tanstack/react-router';
import { logIn } from '../../api/accounts.ts';
import { displayName } from '../../api/display-name.ts';
import { failureTitle } from '../../api/failure-message.ts';
import { hasSessionMarker } from '../../api/session.ts';
import { useUserStore } from '../../api/user-store.ts';
import access from '../../components/access/access-page.module.css';
import { AccessPage } from '../../components/access/access-page.tsx';
import { checkEmail } from '../../components/access/check-email.ts';
import { useFields } from '../../components/access/use-fields.ts';
import { brand } from '../../components/brand.ts';
import { LinkText } from '../../components/links.tsx';
import { toast } from '../../components/toasts.ts';
import { LoginPanel } from './login-panel.tsx';
import { checkPassword, loginFailure, returnPath } from './login-rules.ts';

const route = getRouteApi('/login');

/** Sign-in (LOGIN-1 to 7). */
export function LoginScreen() {
  useDocumentTitle(`Log in · ${brand.productName}`);
  const { redirect } = route.useSearch();
  const router = useRouter();
  const form = useFields({ email: (email) => checkEmail(email), password: checkPassword });
  const login = useMutation({
    mutationFn: logIn,
    onSuccess: (user) => {
      useUserStore.getState().keep({ ...user, name: displayName(user) });
      toast.success(successToast('logged_in', { email: user.email }));
      router.history.replace(returnPath(redirect));
    },
    onError: (error) => toast.error({ title: failureTitle(error), message: loginFailure(error) }),
  });

  if (hasSessionMarker() && !login.isPending && !login.isSuccess)
    return <Navigate to="/app/dashboard" replace />;

  return (
    <AccessPage panel={<LoginPanel />}>
      <Title order={1}>Welcome back</Title>
      <Text c="dimmed" mt={6} mb="xl">
        Log in to your workspace.
      </Text>
      <form noValidate onSubmit={form.onSubmit((values) => login.mutate(values))}>
        <Stack gap="md">
          <TextInput
            {...form.propsOf('email')}
            label="WORK EMAIL"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            size="md"
            classNames={{ label: access['label'] ?? '' }}
          />
          <PasswordInput
            {...form.propsOf('password')}
            label="PASSWORD"
            autoComplete="current-password"
            required
            withAsterisk={false}
            size="md"
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password', tabIndex: 0 }}
            classNames={{ label: access['label'] ?? '' }}
          />
          <LinkText to="/forgot-password" size="sm" ta="right" mt={-4}>
            Forgot your password?
          </LinkText>
          <Button type="submit" size="md" fullWidth disabled={login.isPending}>
            {login.isPending ? 'Logging in...' : `Log in to ${brand.productName}`}
          </Button>
        </Stack>
      </form>
      <Text mt="xl" size="sm" c="dimmed">
        Not a customer?{' '}
        <Anchor href={brand.demoUrl} target="_blank" rel="noreferrer" fw={600} underline="always">
          Book a Demo
        </Anchor>
      </Text>
      <Text mt={6} size="sm" c="dimmed">
        Want to try it yourself?{' '}
        <LinkText to="/signup" fw={600} underline="always">
          Start a free trial
        </LinkText>
      </Text>
    </AccessPage>
  );
}
