import { Badge, Button, Card, Skeleton, Stack, Text, ThemeIcon } from '@mantine/core';
import type { Session } from '@parley/contract/accounts';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { endSession, logOutEverywhere, sessionsQuery } from '../../api/account-settings.ts';
import { failureMessage } from '../../api/failure-message.ts';
import { forgetUser } from '../../app/sign-out.ts';
import { failureToast } from '../../components/access/failure-toast.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { formatCallTime } from '../../components/format.ts';
import { LoadFailed } from '../../components/notice.tsx';
import { toast } from '../../components/toasts.ts';
import classes from './account.module.css';
import { describeDevice } from './device-name.ts';
import { placeOf } from './session-place.ts';

/** ACCT-2: where the account is logged in; each session can be ended, or all at once. */
export function SessionList() {
  const sessions = useQuery(sessionsQuery);
  const cache = useQueryClient();
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);

  const end = useMutation({
    mutationFn: endSession,
    onSuccess: () => toast.success({ message: 'The device was logged out.' }),
    onError: (error) => toast.error(failureToast(error, 'server_unreachable')),
    // Also after a failure: the session may have ended by itself.
    onSettled: () => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const endAll = useMutation({
    mutationFn: logOutEverywhere,
    onSuccess: async () => {
      forgetUser(cache);
      toast.success({ title: 'Logged out', message: 'You are logged out on all devices.' });
      await router.navigate({ to: '/login', replace: true });
    },
    onError: (error) => toast.error(failureToast(error, 'server_unreachable')),
  });

  return (
    <Card>
      {sessions.isPending && <SessionsSkeleton />}
      {sessions.isError && !sessions.data && (
        <LoadFailed
          message={failureMessage(sessions.error, 'sessions_not_loaded')}
          isBusy={sessions.isFetching}
          onRetry={() => void sessions.refetch()}
        />
      )}
      {sessions.data && (
        <ul className={classes['sessions']} aria-label="Devices">
          {sessions.data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isEnding={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
      )}
      <div>
        <Button variant="default" mt="md" onClick={() => setIsAsking(true)}>
          Log out from all devices
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Log out from all devices?"
        confirmLabel="Log out everywhere"
        isBusy={endAll.isPending}
        onConfirm={() => endAll.mutate()}
        onClose={() => setIsAsking(false)}
      >
        Every device is logged out, this one too. You can log in again at once.
      </ConfirmDialog>
    </Card>
  );
}

function SessionRow(props: { session: Session; isEnding: boolean; onEnd: () => void }) {
  const { session, isEnding, onEnd } = props;
  const { name, isHandheld } = describeDevice(session.userAgent);
  const Icon = isHandheld ? IconDeviceMobile : IconDeviceDesktop;
  const since = formatCallTime(session.createdAt);
  return (
    <li className={classes['session']}>
      <ThemeIcon size={40} radius="md" variant="light" aria-hidden="true">
        <Icon size={22} stroke={1.6} />
      </ThemeIcon>
      <div>
        <Text fw={600}>
          {name}{' '}
          {session.isCurrent && (
            <Badge variant="light" ml={4}>
              This device
            </Badge>
          )}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {placeOf(session)} · since {since}
        </Text>
      </div>
      {!session.isCurrent && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={isEnding}
          onClick={onEnd}
          aria-label={`Log out ${name}, since ${since}`}
        >
          Log out
        </Button>
      )}
    </li>
  );
}

function SessionsSkeleton() {
  return (
    <Stack gap="md" aria-busy="true" aria-label="Loading your devices">
      <Skeleton h={44} />
      <Skeleton h={44} />
    </Stack>
  );
}
