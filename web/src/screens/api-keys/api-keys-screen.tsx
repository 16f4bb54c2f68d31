import { Anchor, Button, Card, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ApiKey } from '@parley/contract/api-keys';
import { errorSentence } from '@parley/contract/errors';
import { IconKey, IconLock, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiKeyListQuery, apiKeysKey, revokeApiKey } from '../../api/api-keys.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { Allowed, useMay } from '../../components/allowed.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CopyBox } from '../../components/copy-box.tsx';
import { LoadFailed, Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { toast } from '../../components/toasts.ts';
import { ApiKeyDialog, type ApiKeyDialogState } from './api-key-dialog.tsx';
import { ApiKeyCards, ApiKeyTable } from './api-key-list.tsx';
import { exampleCommand } from './example-command.ts';

/** Keys by which the workspace's own programs use the API. */
export function ApiKeysScreen() {
  const { may, reason } = useMay('manage');
  const keys = useQuery({ ...apiKeyListQuery, enabled: may });
  const [dialog, setDialog] = useState<ApiKeyDialogState>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const isNarrow = useMediaQuery('(max-width: 74.99em)', false, { getInitialValueInEffect: false });
  const apiKeys = keys.data?.apiKeys ?? [];
  const areas = keys.data?.areas ?? [];
  const openCreate = () => setDialog({ key: null });
  const List = isNarrow ? ApiKeyCards : ApiKeyTable;
  return (
    <>
      <PageHeader
        title="API Keys"
        subtitle="Let your own programs read and change what is in this workspace"
        actions={
          <Allowed permission="manage">
            <Button
              leftSection={<IconPlus size={18} />}
              onClick={openCreate}
              disabled={reason === undefined && !keys.data}
            >
              Create API key
            </Button>
          </Allowed>
        }
      />
      {reason !== undefined && (
        <Card>
          <Notice icon={<IconLock size={26} stroke={1.7} />} title="Not open to your role">
            {reason}
          </Notice>
        </Card>
      )}
      {reason === undefined && keys.isPending && (
        <Card role="status" aria-label="Loading API keys">
          <Stack gap="lg">
            {[0, 1, 2].map((row) => (
              <Skeleton key={row} height={44} radius="md" />
            ))}
          </Stack>
        </Card>
      )}
      {may && keys.isError && !keys.data && (
        <Card>
          <LoadFailed
            message={errorSentence('api_keys_not_loaded')}
            isBusy={keys.isFetching}
            onRetry={() => void keys.refetch()}
          />
        </Card>
      )}
      {keys.data && apiKeys.length === 0 && (
        <Card>
          <Notice
            icon={<IconKey size={26} stroke={1.7} />}
            title="No API keys yet"
            action={<Button onClick={openCreate}>Create your first key</Button>}
          >
            A key lets a program of yours work with this workspace: a report that reads the calls, or your
            customer system that starts them. You choose what each key may do.
          </Notice>
        </Card>
      )}
      {apiKeys.length > 0 && (
        <List apiKeys={apiKeys} areas={areas} onEdit={(key) => setDialog({ key })} onRevoke={setRevoking} />
      )}
      {keys.data && <HowToUse />}
      <ApiKeyDialog state={dialog} areas={areas} onClose={() => setDialog(undefined)} />
      <RevokeDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />
    </>
  );
}

function HowToUse() {
  return (
    <Card mt="lg">
      <Title order={2} size="h4">
        How programs use a key
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        They send it with each request. Whoever has the key can do what it may do, so keep it out of web pages
        and shared documents. The{' '}
        <Anchor href="/api/docs" target="_blank" underline="always" inherit>
          API reference
        </Anchor>{' '}
        lists every request and what a key needs for it.
      </Text>
      <CopyBox text={exampleCommand(window.location.origin, 'pky_your_key')} copyLabel="Copy the example" />
    </Card>
  );
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey | undefined; onClose: () => void }) {
  const cache = useQueryClient();
  const revoke = useMutation({
    mutationFn: revokeApiKey,
    onSuccess: ({ name }) => {
      toast.success({ message: `${name} was revoked.` });
      onClose();
      return cache.invalidateQueries({ queryKey: apiKeysKey });
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'api_key_not_saved') }),
  });
  return (
    <ConfirmDialog
      isOpen={apiKey !== undefined}
      title="Revoke API key?"
      confirmLabel="Revoke"
      isDangerous
      isBusy={revoke.isPending}
      onConfirm={() => apiKey && revoke.mutate(apiKey.id)}
      onClose={onClose}
    >
      Programs that use <strong>{apiKey?.name}</strong> stop at once, and it cannot be undone.
    </ConfirmDialog>
  );
}
