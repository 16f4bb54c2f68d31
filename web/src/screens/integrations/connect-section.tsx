import {
  ActionIcon,
  Anchor,
  Button,
  CopyButton,
  Group,
  List,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
  Tooltip,
} from '@mantine/core';
import type { Integration } from '@parley/contract/integrations';
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import {
  integrationsKey,
  pasteIntegration,
  removeIntegrationClient,
  saveIntegrationClient,
} from '../../api/integrations.ts';
import { Allowed, useMay } from '../../components/allowed.tsx';
import { toast } from '../../components/toasts.ts';
import classes from './integrations.module.css';

/** How to connect: by one button where a client is there, else what to do first; or by pasting an address. */
export function ConnectSection({ integration }: { integration: Integration }) {
  const { display_name: name, oauth_url: oauthUrl, client, paste, state } = integration;
  const { may } = useMay('manage');
  const [isChanging, setIsChanging] = useState(false);
  const label = state === 'needs_reconnecting' ? 'Reconnect' : 'Connect';
  return (
    <Stack gap="lg">
      {client !== 'none' && (
        <Stack gap="xs">
          <Text size="sm">
            You are sent to {name} to allow the connection, and come back here. It can be removed at any time.
          </Text>
          <Allowed permission="manage">
            <Button component="a" href={oauthUrl ?? undefined} fullWidth size="md">
              {label}
            </Button>
          </Allowed>
          {client === 'workspace' && may && !isChanging && (
            <Button variant="subtle" size="compact-sm" w="fit-content" onClick={() => setIsChanging(true)}>
              Change the client
            </Button>
          )}
        </Stack>
      )}
      {(client === 'none' || isChanging) && (
        <ClientForm integration={integration} onDone={() => setIsChanging(false)} />
      )}
      {paste && <PasteSection integration={integration} />}
    </Stack>
  );
}

/** What the operator or the workspace has to register at the vendor before anybody can connect. */
function ClientForm({ integration, onDone }: { integration: Integration; onDone: () => void }) {
  const { integration_name: integrationName, display_name: name, client } = integration;
  const cache = useQueryClient();
  const [clientId, setClientId] = useState('');
  const [clientSecret, setClientSecret] = useState('');
  const onError = (error: Error) =>
    toast.error({
      title: failureTitle(error),
      message: failureMessage(error, 'integration_client_not_saved'),
    });
  const onSuccess = () => {
    onDone();
    return cache.invalidateQueries({ queryKey: integrationsKey });
  };
  const save = useMutation({
    mutationFn: () =>
      saveIntegrationClient({
        integration_name: integrationName,
        client_id: clientId,
        client_secret: clientSecret,
      }),
    onSuccess: () => {
      toast.success({ message: `${name} can be connected now.` });
      return onSuccess();
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: () => removeIntegrationClient(integrationName),
    onSuccess,
    onError,
  });
  const isComplete = clientId.trim() !== '' && clientSecret.trim() !== '';
  return (
    <Paper withBorder radius="lg" p="md">
      <Title order={3} size="h3">
        {client === 'none' ? 'Set it up once' : 'Your client'}
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        {name} lets in only products that are registered with it. The operator of this installation can do it
        for everybody, or you do it for your workspace.
      </Text>
      <List type="ordered" size="sm" spacing={10} mt="md" className={classes['steps'] ?? ''}>
        <List.Item>
          Register this product as an app (where a kind is asked for: “Web application”)
          {integration.client_url !== null && (
            <>
              {' at '}
              <Anchor
                href={integration.client_url}
                target="_blank"
                rel="noreferrer"
                size="sm"
                underline="always"
              >
                {name}
                <IconExternalLink size={13} style={{ marginLeft: 3 }} aria-hidden="true" />
              </Anchor>
            </>
          )}
          .
        </List.Item>
        <List.Item>
          Give it this redirect address:
          <RedirectAddress address={integration.redirect_uri ?? ''} />
        </List.Item>
        <List.Item>Enter here what you are given.</List.Item>
      </List>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete && !save.isPending) save.mutate();
        }}
      >
        <Stack gap="sm" mt="md">
          <TextInput
            label="Client ID"
            autoComplete="off"
            maxLength={300}
            value={clientId}
            onChange={({ currentTarget }) => setClientId(currentTarget.value)}
          />
          <PasswordInput
            label="Client secret"
            description="Stored encrypted, and never shown again."
            autoComplete="off"
            maxLength={300}
            value={clientSecret}
            onChange={({ currentTarget }) => setClientSecret(currentTarget.value)}
          />
          <Group justify="flex-end">
            {client === 'workspace' && (
              <>
                <Button
                  variant="subtle"
                  color="red"
                  loading={remove.isPending}
                  onClick={() => remove.mutate()}
                >
                  Remove client
                </Button>
                <Button variant="default" onClick={onDone}>
                  Cancel
                </Button>
              </>
            )}
            <Allowed permission="manage">
              <Button type="submit" disabled={!isComplete} loading={save.isPending}>
                Save client
              </Button>
            </Allowed>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

function RedirectAddress({ address }: { address: string }) {
  return (
    <span className={classes['address']}>
      <code>{address}</code>
      <CopyButton value={address}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'}>
            <ActionIcon size="sm" aria-label={copied ? 'Copied' : 'Copy the redirect address'} onClick={copy}>
              {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  );
}

function PasteSection({ integration }: { integration: Integration }) {
  const cache = useQueryClient();
  const [value, setValue] = useState('');
  const form = integration.paste;
  const connect = useMutation({
    mutationFn: () => pasteIntegration(integration.integration_name, value),
    onSuccess: () => {
      toast.success({ message: `${integration.display_name} is connected.` });
      return cache.invalidateQueries({ queryKey: integrationsKey });
    },
  });
  if (form === null) return null;
  return (
    <Paper withBorder radius="lg" p="md">
      <Title order={3} size="h3" mb="xs">
        Or paste a webhook
      </Title>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (value.trim() !== '' && !connect.isPending) connect.mutate();
        }}
      >
        <TextInput
          label={form.label}
          description={form.description}
          placeholder={form.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={2_000}
          value={value}
          error={connect.isError && failureMessage(connect.error, 'integration_not_connected')}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
        <Group justify="flex-end" mt="sm">
          <Allowed permission="manage">
            <Button
              type="submit"
              variant="default"
              disabled={value.trim() === ''}
              loading={connect.isPending}
            >
              Connect by webhook
            </Button>
          </Allowed>
        </Group>
      </form>
    </Paper>
  );
}
