import { Button, Card, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { errorSentence } from '@parley/contract/errors';
import type { Webhook } from '@parley/contract/webhooks';
import { IconLock, IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { webhookListQuery } from '../../api/webhooks.ts';
import { Allowed, useMay } from '../../components/allowed.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { LoadFailed, Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx';
import { useWebhookActions } from './use-webhook-actions.ts';
import { WebhookDialog, type WebhookDialogState } from './webhook-dialog.tsx';
import { WebhookCards, WebhookTable } from './webhook-list.tsx';
import { nameOf } from './webhook-words.ts';

type Question = { kind: 'delete' | 'rotate'; webhook: Webhook };

/** Addresses that are told what happens in the workspace. */
export function WebhooksScreen() {
  const { may, reason } = useMay('manage');
  const list = useQuery({ ...webhookListQuery, enabled: may });
  const [dialog, setDialog] = useState<WebhookDialogState>();
  const [secret, setSecret] = useState<ShownSecret>();
  const [question, setQuestion] = useState<Question>();
  const [openedId, setOpenedId] = useState<string>();
  const isNarrow = useMediaQuery('(max-width: 74.99em)', false, { getInitialValueInEffect: false });
  const actions = useWebhookActions({
    onSecret: setSecret,
    onTested: ({ id }) => setOpenedId(id),
    onDone: () => setQuestion(undefined),
  });
  const { webhooks = [], eventTypes = [] } = list.data ?? {};
  const openCreate = () => setDialog({ webhook: null });
  const List = isNarrow ? WebhookCards : WebhookTable;
  return (
    <>
      <PageHeader
        title="Webhooks"
        subtitle="Tell your own systems what happens here, the moment it happens"
        actions={
          <Allowed permission="manage">
            <Button
              leftSection={<IconPlus size={18} />}
              onClick={openCreate}
              disabled={reason === undefined && !list.data}
            >
              Add webhook
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
      {reason === undefined && list.isPending && (
        <Card role="status" aria-label="Loading webhooks">
          <Stack gap="lg">
            {[0, 1, 2].map((row) => (
              <Skeleton key={row} height={44} radius="md" />
            ))}
          </Stack>
        </Card>
      )}
      {may && list.isError && !list.data && (
        <Card>
          <LoadFailed
            message={errorSentence('webhooks_not_loaded')}
            isBusy={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        </Card>
      )}
      {list.data && webhooks.length === 0 && (
        <Card>
          <Notice
            icon={<IconWebhook size={26} stroke={1.7} />}
            title="No webhooks yet"
            action={<Button onClick={openCreate}>Add your first webhook</Button>}
          >
            A webhook is an address of your own server. It is sent a message when a call starts, ends or has
            its summary, so that your customer system is always up to date.
          </Notice>
        </Card>
      )}
      {webhooks.length > 0 && (
        <List
          webhooks={webhooks}
          eventTypes={eventTypes}
          onDeliveries={({ id }) => setOpenedId(id)}
          onEdit={(webhook) => setDialog({ webhook })}
          onTest={(webhook) => actions.test.mutate(webhook)}
          onSecret={(webhook) => actions.reveal.mutate(webhook)}
          onRotate={(webhook) => setQuestion({ kind: 'rotate', webhook })}
          onDelete={(webhook) => setQuestion({ kind: 'delete', webhook })}
          onSwitch={(webhook, isEnabled) => actions.setEnabled.mutate({ webhook, isEnabled })}
        />
      )}
      <WebhookDialog
        state={dialog}
        eventTypes={eventTypes}
        onCreated={(made) => setSecret({ secret: made, reason: 'created' })}
        onClose={() => setDialog(undefined)}
      />
      <SecretDialog shown={secret} onClose={() => setSecret(undefined)} />
      <DeliveryDrawer
        webhook={webhooks.find(({ id }) => id === openedId)}
        isTesting={actions.test.isPending}
        onTest={(webhook) => actions.test.mutate(webhook)}
        onClose={() => setOpenedId(undefined)}
      />
      <QuestionDialog question={question} actions={actions} onClose={() => setQuestion(undefined)} />
    </>
  );
}

type QuestionDialogProps = {
  question: Question | undefined;
  actions: ReturnType<typeof useWebhookActions>;
  onClose: () => void;
};

function QuestionDialog({ question, actions, onClose }: QuestionDialogProps) {
  const name = question && nameOf(question.webhook);
  return (
    <>
      <ConfirmDialog
        isOpen={question?.kind === 'delete'}
        title="Delete webhook?"
        confirmLabel="Delete"
        isDangerous
        isBusy={actions.remove.isPending}
        onConfirm={() => question && actions.remove.mutate(question.webhook)}
        onClose={onClose}
      >
        <strong>{name}</strong> is told nothing more, and its deliveries are deleted with it.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={question?.kind === 'rotate'}
        title="Make a new secret?"
        confirmLabel="Make a new secret"
        isBusy={actions.rotate.isPending}
        onConfirm={() => question && actions.rotate.mutate(question.webhook)}
        onClose={onClose}
      >
        The server behind <strong>{name}</strong> must be given the new one. The old secret works beside it
        for 24 hours.
      </ConfirmDialog>
    </>
  );
}
