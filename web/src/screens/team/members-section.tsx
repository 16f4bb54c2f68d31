import { Card, Skeleton, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '../../api/team.ts';
import { LoadFailed } from '../../components/notice.tsx';
import { MemberRow } from './member-row.tsx';
import classes from './team.module.css';

/** Everybody in the workspace, with what they may do. */
export function MembersSection() {
  const members = useQuery(membersQuery);
  const owners = members.data?.filter((member) => member.role === 'owner').length ?? 0;
  const you = members.data?.find((member) => member.is_you);
  return (
    <Card component="section" aria-labelledby="team-members" padding={0}>
      <Title order={2} size="h3" id="team-members" className={classes['caption'] ?? ''}>
        Members
      </Title>
      {members.data ? (
        <ul className={classes['list']}>
          {members.data.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              yourRole={you?.role ?? 'viewer'}
              isLastOwner={member.role === 'owner' && owners === 1}
            />
          ))}
        </ul>
      ) : members.isError ? (
        <LoadFailed
          message={members.error.message}
          isBusy={members.isFetching}
          onRetry={() => void members.refetch()}
        />
      ) : (
        <Stack role="status" aria-label="Loading members" p="lg">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={44} radius="md" />
          ))}
        </Stack>
      )}
    </Card>
  );
}
