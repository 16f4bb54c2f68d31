import { Button, Stack, Text, TextInput, ThemeIcon, Title } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { requestPasswordLink } from '../../api/accounts.ts';
import access from '../../components/access/access-page.module.css';
import { checkEmail } from '../../components/access/check-email.ts';
import { failureToast } from '../../components/access/failure-toast.ts';
import { useCoolDown } from '../../components/access/use-cool-down.ts';
import { useFields } from '../../components/access/use-fields.ts';
import { toast } from '../../components/toasts.ts';

/** Asks for the email; afterwards says that a mail is under way, whether or not the email is known. */
export function RequestLinkForm() {
  const form = useFields({ email: (email) => checkEmail(email) });
  const coolDown = useCoolDown();
  const sentTitle = useRef<HTMLHeadingElement>(null);
  const [sentTo, setSentTo] = useState<string>();
  const request = useMutation({
    mutationFn: requestPasswordLink,
    onSuccess: (_answer, email) => {
      coolDown.start();
      setSentTo(email);
    },
    onError: (error) => toast.error(failureToast(error, 'server_unreachable')),
  });
  useEffect(() => {
    if (sentTo !== undefined) sentTitle.current?.focus();
  }, [sentTo]);

  if (sentTo !== undefined)
    return (
      <Stack gap={0} align="flex-start">
        <ThemeIcon size={52} radius="lg" variant="light">
          <IconMailForward size={26} stroke={1.7} />
        </ThemeIcon>
        <Title order={1} mt="lg" ref={sentTitle} tabIndex={-1} style={{ outline: 'none' }}>
          Check your inbox
        </Title>
        <Text c="dimmed" mt={6} mb="xl" style={{ overflowWrap: 'anywhere' }}>
          If there is an account for{' '}
          <Text span fw={600} c="var(--mantine-color-text)">
            <bdi>{sentTo}</bdi>
          </Text>
          , a link for a new password is on its way. It works once, and for a limited time.
        </Text>
        <Button
          size="md"
          fullWidth
          variant="default"
          className="num"
          disabled={request.isPending || coolDown.secondsLeft > 0}
          onClick={() => request.mutate(sentTo)}
        >
          {coolDown.secondsLeft > 0 ? `Send Again in ${coolDown.secondsLeft} s` : 'Send Again'}
        </Button>
        <Button size="md" fullWidth variant="subtle" mt="xs" onClick={() => setSentTo(undefined)}>
          Use Another Email
        </Button>
      </Stack>
    );

  return (
    <>
      <Title order={1}>Forgot your password?</Title>
      <Text c="dimmed" mt={6} mb="xl">
        Tell us your work email, and we mail you a link to set a new one.
      </Text>
      <form noValidate onSubmit={form.onSubmit(({ email }) => request.mutate(email.trim()))}>
        <Stack gap="md">
          <TextInput
            {...form.propsOf('email')}
            label="WORK EMAIL"
            type="email"
            autoComplete="username"
            maxLength={254}
            required
            withAsterisk={false}
            size="md"
            classNames={{ label: access['label'] ?? '' }}
          />
          <Button type="submit" size="md" mt="xs" fullWidth disabled={request.isPending}>
            {request.isPending ? 'Sending...' : 'Send Reset Link'}
          </Button>
        </Stack>
      </form>
    </>
  );
}
