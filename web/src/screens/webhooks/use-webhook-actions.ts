import type { Webhook } from '@parley/contract/webhooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import {
  deleteWebhook,
  revealSecret,
  rotateSecret,
  saveWebhook,
  sendTestEvent,
  webhooksKey,
} from '../../api/webhooks.ts';
import { toast } from '../../components/toasts.ts';
import type { ShownSecret } from './secret-dialog.tsx';
import { nameOf } from './webhook-words.ts';

/** What can be done with a webhook besides editing it; each says when it worked and when it did not. */
export function useWebhookActions(given: {
  onSecret: (shown: ShownSecret) => void;
  onTested: (webhook: Webhook) => void;
  onDone: () => void;
}) {
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: webhooksKey });
  const onError = (error: unknown) =>
    toast.error({ title: failureTitle(error), message: failureMessage(error, 'webhook_not_saved') });
  return {
    setEnabled: useMutation({
      mutationFn: ({ webhook, isEnabled }: { webhook: Webhook; isEnabled: boolean }) =>
        saveWebhook(webhook.id, { isEnabled }),
      onSuccess: (webhook) =>
        toast.success({
          message: `${nameOf(webhook)} is switched ${webhook.isEnabled ? 'on' : 'off'}.`,
        }),
      onError,
      onSettled: refresh,
    }),
    remove: useMutation({
      mutationFn: (webhook: Webhook) => deleteWebhook(webhook.id),
      onSuccess: (_, webhook) => {
        toast.success({ message: `${nameOf(webhook)} was deleted.` });
        given.onDone();
        return refresh();
      },
      onError,
    }),
    reveal: useMutation({
      mutationFn: (webhook: Webhook) => revealSecret(webhook.id),
      onSuccess: (secret) => given.onSecret({ secret, reason: 'asked' }),
      onError,
    }),
    rotate: useMutation({
      mutationFn: (webhook: Webhook) => rotateSecret(webhook.id),
      onSuccess: (secret) => {
        given.onDone();
        given.onSecret({ secret, reason: 'rotated' });
        return refresh();
      },
      onError,
    }),
    test: useMutation({
      mutationFn: (webhook: Webhook) => sendTestEvent(webhook.id),
      onSuccess: (_, webhook) => {
        given.onTested(webhook);
        return refresh();
      },
      onError: (error) =>
        toast.error({ title: failureTitle(error), message: failureMessage(error, 'webhook_not_sent') }),
    }),
  };
}
