import { Button, Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { AppError, errors } from '@parley/contract/errors';
import { successToast } from '@parley/contract/successes';
import { IconArrowLeft, IconMail, IconMailCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { profileQuery, resendCode, verifyEmail } from '../../api/accounts.ts';
import { useUserStore } from '../../api/user-store.ts';
import { useUser } from '../../app/user-provider.tsx';
import { failureToast } from '../../components/access/failure-toast.ts';
import { useCoolDown } from '../../components/access/use-cool-down.ts';
import { brand } from '../../components/brand.ts';
import { LinkButton } from '../../components/links.tsx';
import { toast } from '../../components/toasts.ts';
import { CodeInput, codeLength, readCode } from './code-input.tsx';
import classes from './verify-email.module.css';

/** Proves the user's email by a mailed code (VERIFY-1 to 5). */
export function VerifyEmailScreen() {
  useDocumentTitle(`Verify your email · ${brand.productName}`);
  const router = useRouter();
  const cache = useQueryClient();
  const hintId = useId();
  const { user, profile } = useUser();
  const given = useLocation({ select: ({ state }) => state.email });
  const email = given ?? profile?.email ?? user?.email ?? '';
  // The mail's link carries the code. Read from the address as it is: the router would read it as a number.
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const [code, setCode] = useState(() => readCode(new URLSearchParams(search).get('code') ?? ''));
  const coolDown = useCoolDown();

  /** Who is quick waits for the profile. */
  const getEmail = async (): Promise<string> => {
    const known = email || (await cache.ensureQueryData(profileQuery)).email;
    if (known === '') throw AppError.of('email_unknown');
    return known;
  };

  const leave = () => router.navigate({ to: '/app/dashboard', replace: true });
  const verify = useMutation({
    mutationFn: async (otp: string) => verifyEmail({ email: await getEmail(), otp }),
    onSuccess: () => {
      toast.success(successToast('email_verified'));
      const store = useUserStore.getState();
      if (store.user?.email === email) store.keep({ ...store.user, isEmailVerified: true });
      void cache.invalidateQueries({ queryKey: profileQuery.queryKey });
      return leave();
    },
    onError: (error) => toast.error(failureToast(error, 'email_not_verified')),
  });
  const resend = useMutation({
    mutationFn: async () => resendCode(await getEmail()),
    onSuccess: () => {
      setCode('');
      coolDown.start();
      toast.success(successToast('code_resent'));
    },
    onError: (error) => toast.error(failureToast(error, 'code_not_resent')),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (verify.isPending) return;
    if (code.length !== codeLength) {
      const { title, message } = errors.code_incomplete;
      return toast.error({ title, message });
    }
    verify.mutate(code);
  };
  const goBack = () => (router.history.canGoBack() ? router.history.back() : leave());

  // What is known of the address that is asked about; another one has no profile here.
  const isVerified = profile?.email === email && profile.isEmailVerified && !verify.isSuccess;
  if (isVerified)
    return (
      <Card className={classes['card'] ?? ''}>
        <ThemeIcon size={52} radius="lg" variant="light">
          <IconMailCheck size={26} stroke={1.7} />
        </ThemeIcon>
        <Title order={1} size="h2" mt="md">
          Your email is verified
        </Title>
        <Text c="dimmed" mt={6} mb="lg" className={classes['words'] ?? ''}>
          There is nothing to do here: {email} is yours.
        </Text>
        <LinkButton to="/app/dashboard">Back to Dashboard</LinkButton>
      </Card>
    );

  return (
    <Card className={classes['card'] ?? ''}>
      <ThemeIcon size={52} radius="lg" variant="light">
        <IconMail size={26} stroke={1.7} />
      </ThemeIcon>
      <Title order={1} size="h2" mt="md">
        Verify your email
      </Title>
      <Text id={hintId} c="dimmed" mt={6} mb="lg" className={classes['words'] ?? ''}>
        Enter the 6-digit code we sent to{' '}
        {email === '' ? (
          'your email'
        ) : (
          <Text span fw={600} c="var(--mantine-color-text)">
            <bdi>{email}</bdi>
          </Text>
        )}
        .
      </Text>
      <form
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          // A disabled button keeps Enter from sending the form.
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement && code.length < codeLength)
            submit(event);
        }}
      >
        <Stack gap="lg">
          <CodeInput
            value={code}
            onChange={(next) => {
              setCode(next);
              verify.reset();
            }}
            describedBy={hintId}
            isWrong={verify.isError}
          />
          <Button type="submit" size="md" fullWidth disabled={code.length !== codeLength || verify.isPending}>
            {verify.isPending ? 'Verifying...' : 'Verify Email'}
          </Button>
        </Stack>
      </form>
      <Group justify="space-between" mt="md" gap="xs">
        <Button
          variant="subtle"
          color="gray"
          ml={-14}
          leftSection={<IconArrowLeft size={16} stroke={1.9} />}
          onClick={goBack}
        >
          Back
        </Button>
        <Group gap={0}>
          <Text size="sm" c="dimmed" className={classes['question'] ?? ''}>
            No code?
          </Text>
          <Button
            variant="subtle"
            mr={-14}
            className="num"
            disabled={resend.isPending || coolDown.secondsLeft > 0}
            onClick={() => resend.mutate()}
          >
            {coolDown.secondsLeft > 0 ? `Resend in ${coolDown.secondsLeft} s` : 'Resend'}
          </Button>
        </Group>
      </Group>
    </Card>
  );
}
