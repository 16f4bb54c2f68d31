import { Button, Stack, Text } from '@mantine/core';
import { errorSentence } from '@parley/contract/errors';
import type { OpenedInvitation } from '@parley/contract/team';
import { useMutation } from '@tanstack/react-query';
import { acceptInvitation } from '../../api/team.ts';
import { useSignOut } from '../../app/sign-out.ts';
import { failureToast } from '../../components/access/failure-toast.ts';
import { toast } from '../../components/toasts.ts';
import { enterWorkspace } from './enter-workspace.ts';

type AcceptAsMemberProps = { token: string; invitation: OpenedInvitation; yourEmail: string };

/** Accepting while signed in: one click, or the way to the account that was meant. */
export function AcceptAsMember({ token, invitation, yourEmail }: AcceptAsMemberProps) {
  const signOut = useSignOut();
  const accept = useMutation({
    mutationFn: () => acceptInvitation(token),
    onSuccess: enterWorkspace,
    onError: (error) => toast.error(failureToast(error, 'server_unreachable')),
  });
  if (yourEmail.toLowerCase() !== invitation.email)
    return (
      <Stack gap="md" align="flex-start">
        <Text role="alert">
          {errorSentence('invitation_for_another', { email: invitation.email })} You are logged in as{' '}
          <strong>{yourEmail}</strong>.
        </Text>
        <Button onClick={() => void signOut().then(() => window.location.reload())}>
          Log out and use {invitation.email}
        </Button>
      </Stack>
    );
  return (
    <Stack gap="md" align="flex-start">
      <Text size="sm" c="dimmed">
        You are logged in as {yourEmail}. Your other workspaces stay as they are; you switch between them in
        the account menu.
      </Text>
      <Button size="md" loading={accept.isPending || accept.isSuccess} onClick={() => accept.mutate()}>
        Join {invitation.workspace.name.length > 30 ? 'the workspace' : invitation.workspace.name}
      </Button>
    </Stack>
  );
}
