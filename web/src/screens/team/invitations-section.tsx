import { Badge, Button, Card, Group, Text, Title } from '@mantine/core';
import { roleLabels } from '@parley/contract/role-labels';
import type { Invitation } from '@parley/contract/team';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { invitationsQuery, resendInvitation, revokeInvitation, teamKey } from '../../api/team.ts';
import { useMay } from '../../components/allowed.tsx';
import { formatAgo } from '../../components/format.ts';
import { LoadFailed } from '../../components/notice.tsx';
import { toast } from '../../components/toasts.ts';
import { useNow } from '../../components/use-now.ts';
import classes from './team.module.css';

/** Invitations nobody accepted yet. Who does not manage people does not see them. */
export function InvitationsSection() {
  const { may } = useMay('manage');
  const invitations = useQuery({ ...invitationsQuery, enabled: may });
  if (!may || invitations.isPending) return null;
  return (
    <Card component="section" aria-labelledby="team-invitations" padding={0}>
      <Title order={2} size="h3" id="team-invitations" className={classes['caption'] ?? ''}>
        Pending invitations
      </Title>
      {invitations.isError ? (
        <LoadFailed
          message={invitations.error.message}
          isBusy={invitations.isFetching}
          onRetry={() => void invitations.refetch()}
        />
      ) : invitations.data.length === 0 ? (
        <Text c="dimmed" px="lg" pb="lg">
          Nobody is invited right now. An invitation is a mail with a link that works once, for seven days.
        </Text>
      ) : (
        <ul className={classes['list']}>
          {invitations.data.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const cache = useQueryClient();
  const nowMs = useNow(false);
  const act = useMutation({
    mutationFn: (action: 'resend' | 'revoke') =>
      action === 'resend' ? resendInvitation(invitation.id) : revokeInvitation(invitation.id),
    onSuccess: (_, action) =>
      toast.success({
        message:
          action === 'resend'
            ? `A new link was mailed to ${invitation.email}. The old one is void.`
            : `The invitation of ${invitation.email} was withdrawn.`,
      }),
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'unexpected') }),
    onSettled: () => cache.invalidateQueries({ queryKey: teamKey }),
  });
  return (
    <li className={classes['row']} aria-label={invitation.email}>
      <div className={classes['who']}>
        <Text fw={600} className={classes['email'] ?? ''}>
          {invitation.email}
        </Text>
        <Text size="sm" c="dimmed">
          {roleLabels[invitation.role].name} · sent {formatAgo(invitation.sent_at, nowMs)}
          {invitation.invited_by !== '' && ` by ${invitation.invited_by}`}
        </Text>
      </div>
      {invitation.is_expired && <Badge color="yellow">Expired</Badge>}
      <Group gap="xs" wrap="nowrap" className={classes['actions'] ?? ''}>
        <Button
          variant="default"
          size="compact-sm"
          loading={act.isPending && act.variables === 'resend'}
          aria-label={`Send again to ${invitation.email}`}
          onClick={() => act.mutate('resend')}
        >
          Send again
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          loading={act.isPending && act.variables === 'revoke'}
          aria-label={`Withdraw the invitation of ${invitation.email}`}
          onClick={() => act.mutate('revoke')}
        >
          Withdraw
        </Button>
      </Group>
    </li>
  );
}
