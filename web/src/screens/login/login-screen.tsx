import { Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDocumentTitle } from '@mantine/hooks';
import { successToast } from '@parley/contract/successes';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Navigate, useRouter } from '@tanstack/react-router';
import { logIn } from '../../api/accounts.ts';
import { displayName } from '../../api/display-name.ts';
import { failureTitle } from '../../api/failure-message.ts';
import { hasSessionMarker } from '../../api/session.ts';
import { useUserStore } from '../../api/user-store.ts';
import { brand } from '../../components/brand.ts';
import { Logo } from '../../components/logo.tsx';
import { toast } from '../../components/toasts.ts';
import classes from './login.module.css';
import { checkEmail, checkPassword, loginFailure, returnPath } from './login-rules.ts';
import { MarketingPanel } from './marketing-panel.tsx';

const route = getRouteApi('/login');

/** Sign-in (LOGIN-1 to 7). */
export function LoginScreen() {
  useDocumentTitle(`Log in · ${brand.productName}`);
  const { redirect } = route.useSearch();
  const router = useRouter();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: { email: checkEmail, password: checkPassword },
  });
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
    <div className={classes['page']}>
      <main className={classes['form-side']}>
        <a href={brand.marketingUrl} className={classes['logo']}>
          <Logo />
        </a>
        <div className={classes['form']}>
          <Title order={1}>Welcome back</Title>
          <Text c="dimmed" mt={6} mb="xl">
            Log in to your workspace.
          </Text>
          <form noValidate onSubmit={form.onSubmit((values) => login.mutate(values))}>
            <Stack gap="md">
              <TextInput
                {...form.getInputProps('email')}
                key={form.key('email')}
                label="WORK EMAIL"
                type="email"
                autoComplete="username"
                required
                withAsterisk={false}
                size="md"
                classNames={{ label: classes['label'] ?? '' }}
              />
              <PasswordInput
                {...form.getInputProps('password')}
                key={form.key('password')}
                label="PASSWORD"
                autoComplete="current-password"
                required
                withAsterisk={false}
                size="md"
                visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password', tabIndex: 0 }}
                classNames={{ label: classes['label'] ?? '' }}
              />
              <Button type="submit" size="md" mt="xs" fullWidth disabled={login.isPending}>
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
        </div>
      </main>
      <MarketingPanel />
    </div>
  );
}
