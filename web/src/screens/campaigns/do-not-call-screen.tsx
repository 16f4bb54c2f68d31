import { ActionIcon, Badge, Button, Card, Group, Loader, Skeleton, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { DoNotCallEntry } from '@parley/contract/do-not-call';
import { errorSentence } from '@parley/contract/errors';
import { formatNumberRow } from '@parley/contract/phone';
import { IconBan, IconDownload, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { doNotCallKey } from '../../api/campaign-keys.ts';
import { doNotCallFilePath, doNotCallQuery, removeDoNotCall } from '../../api/do-not-call.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { Allowed } from '../../components/allowed.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { formatCallTime } from '../../components/format.ts';
import { LinkButton, LinkText } from '../../components/links.tsx';
import { LoadFailed, Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ShowMore } from '../../components/show-more.tsx';
import { toast } from '../../components/toasts.ts';
import { countOf } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { useDownload } from './use-download.ts';
import { useEver } from './use-ever.ts';

const CallingRulesCard = lazy(async () => ({
  default: (await import('./calling-rules-card.tsx')).CallingRulesCard,
}));
const DoNotCallDialog = lazy(async () => ({
  default: (await import('./do-not-call-dialog.tsx')).DoNotCallDialog,
}));

/** How a number came onto the list. */
const sources: Readonly<Record<DoNotCallEntry['source'], string>> = {
  staff: 'Added by your team',
  file: 'From a file',
  spoken: 'Asked in a call',
  key: 'Pressed a key in a call',
  analysis: 'Asked in a call',
};

/** Numbers that no campaign calls, and what holds for the calls of every campaign. */
export function DoNotCallScreen() {
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), 300);
  const list = useInfiniteQuery(doNotCallQuery(q));
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<DoNotCallEntry>();
  const { download, isBusy } = useDownload();
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ id }: DoNotCallEntry) => removeDoNotCall(id),
    onSuccess: (_, { phone }) => {
      toast.success({ message: `${formatNumberRow(phone)} may be called again.` });
      setRemoving(undefined);
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'do_not_call_not_changed') }),
    onSettled: () => void cache.invalidateQueries({ queryKey: doNotCallKey }),
  });
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  return (
    <>
      <PageHeader
        title="Do Not Call"
        subtitle="Numbers that no campaign calls, and the rules of every call"
        actions={
          <>
            <LinkButton to="/app/campaigns" variant="default">
              All campaigns
            </LinkButton>
            <Allowed permission="edit">
              <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
                Add numbers
              </Button>
            </Allowed>
          </>
        }
      />
      <div className={classes['two-columns']}>
        <Card padding={0} aria-busy={list.isFetching}>
          <div className={classes['filters']}>
            <TextInput
              label="Search"
              placeholder="Some of the digits"
              value={words}
              maxLength={40}
              leftSection={<IconSearch size={17} stroke={1.8} aria-hidden="true" />}
              onChange={({ currentTarget }) => setWords(currentTarget.value)}
              className={classes['search'] ?? ''}
            />
            <Text size="sm" c="dimmed" className="num" role="status" pb={8}>
              {list.data && countOf(total, 'number')}
            </Text>
            {total > 0 && (
              <Button
                variant="default"
                ml="auto"
                leftSection={<IconDownload size={18} stroke={1.8} />}
                loading={isBusy}
                onClick={() => download(doNotCallFilePath)}
              >
                Export
              </Button>
            )}
          </div>
          {list.isPending && (
            <div className={classes['loading']} role="status">
              <Loader size="sm" />
              <Text c="dimmed">Loading numbers...</Text>
            </div>
          )}
          {list.isError && !list.data && (
            <LoadFailed
              message={errorSentence('do_not_call_not_loaded')}
              isBusy={list.isFetching}
              onRetry={() => void list.refetch()}
            />
          )}
          {list.data && entries.length === 0 && (
            <Notice
              icon={<IconBan size={26} stroke={1.7} />}
              title={q === '' ? 'Nobody is on the list' : 'No number found'}
            >
              {q === ''
                ? 'Whoever asks an agent not to be called again is put here at once. You can add numbers yourself, or a whole file.'
                : 'No number on the list has these digits.'}
            </Notice>
          )}
          <ul className={classes['cards']} aria-label="Numbers on the list">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} onRemove={() => setRemoving(entry)} />
            ))}
          </ul>
          <ShowMore list={list} />
        </Card>
        <Suspense fallback={<Skeleton height={420} radius="lg" />}>
          <CallingRulesCard />
        </Suspense>
      </div>
      <Suspense>
        {useEver(isAdding) && <DoNotCallDialog isOpen={isAdding} onClose={() => setAdding(false)} />}
      </Suspense>
      <ConfirmDialog
        isOpen={removing !== undefined}
        title="Take this number off the list?"
        confirmLabel="Take off"
        isDangerous
        isBusy={remove.isPending}
        onConfirm={() => removing && remove.mutate(removing)}
        onClose={() => setRemoving(undefined)}
      >
        Campaigns may call <strong>{removing && formatNumberRow(removing.phone)}</strong> again. Do this only
        when the person agreed to it.
      </ConfirmDialog>
    </>
  );
}

function Entry({ entry, onRemove }: { entry: DoNotCallEntry; onRemove: () => void }) {
  const number = formatNumberRow(entry.phone);
  return (
    <li className={classes['entry']}>
      <div style={{ minWidth: 0 }}>
        <Group gap="sm">
          <Text fw={600} className="num">
            {number}
          </Text>
          <Badge color={entry.source === 'staff' || entry.source === 'file' ? 'gray' : 'coral'}>
            {sources[entry.source]}
          </Badge>
        </Group>
        {entry.words !== '' && (
          <Text size="sm" mt={4} className={classes['words'] ?? ''}>
            “{entry.words}”
          </Text>
        )}
        {entry.note !== '' && (
          <Text size="sm" mt={4} className={classes['words'] ?? ''}>
            {entry.note}
          </Text>
        )}
        <Group gap="sm" mt={4}>
          <Text size="sm" c="dimmed" className="num">
            {formatCallTime(entry.created_at)}
          </Text>
          {entry.call_id !== null && (
            <LinkText to="/app/call-history" search={{ call: entry.call_id }} size="sm">
              Open call
            </LinkText>
          )}
        </Group>
      </div>
      <Allowed permission="manage">
        <ActionIcon aria-label={`Take ${number} off the list`} title="Take off the list" onClick={onRemove}>
          <IconTrash size={19} stroke={1.7} />
        </ActionIcon>
      </Allowed>
    </li>
  );
}
