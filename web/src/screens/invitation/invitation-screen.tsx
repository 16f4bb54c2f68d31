import { Button, Loader, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { AppError, errorSentence } from '@parley/contract/errors';
import { roleLabels } from '@parley/contract/role-labels';
import type { OpenedInvitation } from '@parley/contract/team';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { profileQuery } from '../../api/accounts.ts';
import { hasSessionMarker } from '../../api/session.ts';
import { openedInvitationQuery } from '../../api/team.ts';
import { AccessPage } from '../../components/access/access-page.tsx';
import { brand } from '../../components/brand.ts';
import { LinkButton } from '../../components/links.tsx';
import { AcceptAsMember } from './accept-as-member.tsx';
import { JoinByLogin } from './join-by-login.tsx';
import { JoinBySignup } from './join-by-signup.tsx';

const route = getRouteApi('/invitation');

/** Where a mailed invitation leads: tells who invites to what, and joins. */
export function InvitationScreen() {
  useDocumentTitle(`Invitation · ${brand.productName}`);
  const { token = '' } = route.useSearch();
  const invitation = useQuery({ ...openedInvitationQuery(token), enabled: token !== '' });
  return (
    <AccessPage>
      {invitation.data ? (
        <Invited token={token} invitation={invitation.data} />
      ) : token !== '' && invitation.isPending ? (
        <Stack align="center" role="status" aria-label="Loading the invitation" py="xl">
          <Loader />
        </Stack>
      ) : (
        <DeadLink error={invitation.error} onRetry={() => void invitation.refetch()} />
      )}
    </AccessPage>
  );
}

function Invited({ token, invitation }: { token: string; invitation: OpenedInvitation }) {
  const isSignedIn = hasSessionMarker();
  const profile = useQuery({ ...profileQuery, enabled: isSignedIn });
  const { name, text } = roleLabels[invitation.role];
  return (
    <>
      <Title order={1} style={{ overflowWrap: 'anywhere' }}>
        Join {invitation.workspace.name}
      </Title>
      <Text c="dimmed" mt={6} mb="lg" style={{ overflowWrap: 'anywhere' }}>
        {invitation.invited_by === '' ? 'You are invited' : `${invitation.invited_by} invites you`} as{' '}
        <strong>{name}</strong>. {text}
      </Text>
      {isSignedIn && profile.isPending ? (
        <Loader aria-label="Loading" />
      ) : profile.data ? (
        <AcceptAsMember token={token} invitation={invitation} yourEmail={profile.data.email} />
      ) : invitation.has_account ? (
        <JoinByLogin token={token} invitation={invitation} />
      ) : (
        <JoinBySignup token={token} invitation={invitation} />
      )}
    </>
  );
}

/** Used, expired, withdrawn, or not whole: what happened, and what to do. */
function DeadLink({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const isOurs = error === null || (error instanceof AppError && error.status >= 400 && error.status < 500);
  const isMalformed = error === null || (error instanceof AppError && error.code === 'input_invalid');
  return (
    <div role="alert">
      <Title order={1}>{isOurs ? 'This link does not work' : 'The invitation could not be read'}</Title>
      <Text c="dimmed" mt={6} mb="lg">
        {isMalformed ? errorSentence('invitation_not_found') : error.message}
      </Text>
      {isOurs ? (
        <LinkButton to="/login">Go to the login</LinkButton>
      ) : (
        <Button onClick={onRetry}>Try Again</Button>
      )}
    </div>
  );
}
