import { Button, Card, Group, NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { auditRetentionDays } from '@parley/contract/audit-actions';
import { IconChevronLeft, IconChevronRight, IconHistory, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ActivityFilter, activityPageSize, activityQuery, membersQuery } from '../../api/team.ts';
import { useMay } from '../../components/allowed.tsx';
import { LoadFailed, Notice } from '../../components/notice.tsx';
import { ActivityLine } from './activity-line.tsx';
import classes from './team.module.css';

const everything: ActivityFilter = { page: 1, member: '', from: '', to: '' };

/** Who changed what, newest first, by member and day. */
export function ActivitySection() {
  const { may, reason } = useMay('manage');
  const [filter, setFilter] = useState(everything);
  const members = useQuery(membersQuery);
  const activity = useQuery({ ...activityQuery(filter), enabled: may });
  const narrow = (part: Partial<ActivityFilter>) => setFilter({ ...filter, page: 1, ...part });
  const isNarrowed = filter.member !== '' || filter.from !== '' || filter.to !== '';

  if (reason !== undefined)
    return (
      <Card>
        <Notice icon={<IconLock size={26} stroke={1.7} />} title="Activity is for owners and admins">
          {reason}
        </Notice>
      </Card>
    );
  const pages = Math.max(1, Math.ceil((activity.data?.count ?? 0) / activityPageSize));
  return (
    <>
      <div className={classes['filters']}>
        <NativeSelect
          label="Who"
          value={filter.member}
          onChange={({ currentTarget }) => narrow({ member: currentTarget.value })}
          data={[
            { value: '', label: 'Everybody' },
            ...(members.data ?? []).map(({ id, name, email }) => ({ value: id, label: name || email })),
          ]}
        />
        <TextInput
          type="date"
          label="From"
          value={filter.from}
          max={filter.to || undefined}
          onChange={({ currentTarget }) => narrow({ from: currentTarget.value })}
        />
        <TextInput
          type="date"
          label="To"
          value={filter.to}
          min={filter.from || undefined}
          onChange={({ currentTarget }) => narrow({ to: currentTarget.value })}
        />
        {isNarrowed && (
          <Button variant="subtle" onClick={() => setFilter(everything)}>
            Show everything
          </Button>
        )}
      </div>
      <Card padding={0}>
        {activity.data ? (
          activity.data.entries.length === 0 ? (
            <Notice icon={<IconHistory size={26} stroke={1.7} />} title="Nothing here yet">
              {isNarrowed
                ? 'Nobody changed anything that fits these filters.'
                : 'Every change to agents, numbers, connections and the team is listed here.'}
            </Notice>
          ) : (
            <ol className={classes['list']} aria-label="Activity">
              {activity.data.entries.map((entry) => (
                <ActivityLine key={entry.id} entry={entry} />
              ))}
            </ol>
          )
        ) : activity.isError ? (
          <LoadFailed
            message={activity.error.message}
            isBusy={activity.isFetching}
            onRetry={() => void activity.refetch()}
          />
        ) : (
          <Stack role="status" aria-label="Loading activity" p="lg">
            {[0, 1, 2, 3].map((row) => (
              <Skeleton key={row} height={36} radius="md" />
            ))}
          </Stack>
        )}
        {activity.data && activity.data.count > 0 && (
          <div className={classes['foot']}>
            <Text size="sm" c="dimmed" className="num" role="status">
              Page {filter.page} of {pages} · kept for {Math.round(auditRetentionDays / 365)} years
            </Text>
            <Group gap="xs">
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconChevronLeft size={16} />}
                disabled={filter.page <= 1}
                onClick={() => setFilter({ ...filter, page: filter.page - 1 })}
              >
                Newer
              </Button>
              <Button
                variant="default"
                size="compact-sm"
                rightSection={<IconChevronRight size={16} />}
                disabled={filter.page >= pages}
                onClick={() => setFilter({ ...filter, page: filter.page + 1 })}
              >
                Older
              </Button>
            </Group>
          </div>
        )}
      </Card>
    </>
  );
}
