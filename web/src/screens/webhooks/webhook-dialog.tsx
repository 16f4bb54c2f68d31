import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { AppError } from '@parley/contract/errors';
import type { Webhook } from '@parley/contract/webhooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import {
  createWebhook,
  saveWebhook,
  type WebhookEventTypes,
  type WebhookInput,
  webhooksKey,
} from '../../api/webhooks.ts';
import { toast } from '../../components/toasts.ts';
import { urlProblem } from './webhook-words.ts';

/** Which dialog is open: for a new webhook, or for one that is there. */
export type WebhookDialogState = { webhook: Webhook | null } | undefined;

type WebhookDialogProps = {
  state: WebhookDialogState;
  eventTypes: WebhookEventTypes;
  /** Called with the secret of a new webhook. */
  onCreated: (secret: string) => void;
  onClose: () => void;
};

/** Adds a webhook, or changes one. */
export function WebhookDialog({ state, onClose, ...props }: WebhookDialogProps) {
  return (
    <Modal
      opened={state !== undefined}
      onClose={onClose}
      title={state?.webhook ? 'Edit webhook' : 'Add webhook'}
      size="lg"
    >
      {state && <WebhookForm webhook={state.webhook} onClose={onClose} {...props} />}
    </Modal>
  );
}

type WebhookFormProps = Omit<WebhookDialogProps, 'state'> & { webhook: Webhook | null };

function WebhookForm({ webhook, eventTypes, onCreated, onClose }: WebhookFormProps) {
  const cache = useQueryClient();
  const form = useForm({
    initialValues: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      events: webhook?.events ?? ['call.ended'],
    },
    validate: {
      url: (url) => urlProblem(url) ?? null,
      events: (events) => (events.length === 0 ? 'Choose at least one event.' : null),
    },
  });
  const submit = useMutation({
    mutationFn: async (values: typeof form.values) => {
      // The list the boxes were made from came from the server: these are its own types.
      const body = { ...values, url: values.url.trim() } as WebhookInput;
      if (webhook) return void (await saveWebhook(webhook.id, body));
      return (await createWebhook(body)).secret;
    },
    onSuccess: (secret) => {
      void cache.invalidateQueries({ queryKey: webhooksKey });
      onClose();
      if (typeof secret === 'string') onCreated(secret);
      else toast.success({ message: 'Webhook saved.' });
    },
    onError: (error) => {
      if (error instanceof AppError && error.code === 'webhook_url_refused')
        return form.setFieldError('url', error.message);
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'webhook_not_saved') });
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => submit.mutate(values))}>
      <Stack gap="lg">
        <TextInput
          {...form.getInputProps('url')}
          label="Address"
          description="Where your server listens. Whoever looks after it can tell you."
          placeholder="https://example.com/parley"
          type="url"
          maxLength={2_000}
          data-autofocus
        />
        <TextInput
          {...form.getInputProps('description')}
          label="Name"
          description="What you call it here. Optional."
          placeholder="Customer system"
          maxLength={200}
        />
        <Checkbox.Group {...form.getInputProps('events')} label="Tell it when">
          <Stack gap="xs" mt="xs">
            {eventTypes.map(({ type, label }) => (
              <Checkbox key={type} value={type} label={label} description={type} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={submit.isPending}>
          {webhook ? 'Save' : 'Add webhook'}
        </Button>
      </Group>
    </form>
  );
}
