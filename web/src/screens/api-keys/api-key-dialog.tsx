import { Alert, Button, Group, Modal, Select, Stack } from '@mantine/core';
import type { ApiKey } from '@parley/contract/api-keys';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKeyAreas, apiKeysKey, createApiKey, saveApiKey } from '../../api/api-keys.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { CopyBox } from '../../components/copy-box.tsx';
import { toast } from '../../components/toasts.ts';
import { ApiKeyFields, type ApiKeyValues, findProblems } from './api-key-form.tsx';
import { exampleCommand } from './example-command.ts';

/** Which dialog is open: for a new key, or for one that is there. */
export type ApiKeyDialogState = { key: ApiKey | null } | undefined;

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Never' },
];

type ApiKeyDialogProps = { state: ApiKeyDialogState; areas: ApiKeyAreas; onClose: () => void };

/** Makes a key and shows it this once, or changes what one may do. */
export function ApiKeyDialog({ state, areas, onClose }: ApiKeyDialogProps) {
  const [secret, setSecret] = useState<string>();
  const close = () => {
    setSecret(undefined);
    onClose();
  };
  return (
    <Modal
      opened={state !== undefined}
      onClose={close}
      size="lg"
      title={secret ? 'Copy your API key' : state?.key ? 'Edit API key' : 'Create API key'}
      // The key is gone for good once this closes: only the button does.
      closeOnClickOutside={false}
      closeOnEscape={secret === undefined}
      withCloseButton={secret === undefined}
    >
      {secret !== undefined && <NewKey secret={secret} onClose={close} />}
      {secret === undefined && state && (
        <KeyForm apiKey={state.key} areas={areas} onMade={setSecret} onClose={close} />
      )}
    </Modal>
  );
}

function NewKey({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Stack gap="lg">
      <Alert color="yellow" icon={<IconAlertTriangle size={20} />} title="You will see this key only once">
        Copy it now and keep it where only your program can read it. If it is lost, make a new one.
      </Alert>
      <CopyBox text={secret} copyLabel="Copy the key" />
      <div>
        Try it in a terminal:
        <div style={{ marginTop: 8 }}>
          <CopyBox text={exampleCommand(window.location.origin, secret)} copyLabel="Copy the command" />
        </div>
      </div>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          I have copied it
        </Button>
      </Group>
    </Stack>
  );
}

type KeyFormProps = {
  apiKey: ApiKey | null;
  areas: ApiKeyAreas;
  onMade: (secret: string) => void;
  onClose: () => void;
};

function KeyForm({ apiKey, areas, onMade, onClose }: KeyFormProps) {
  const cache = useQueryClient();
  const [values, setValues] = useState<ApiKeyValues>({
    name: apiKey?.name ?? '',
    scopes: apiKey?.scopes ?? [],
  });
  const [lifetime, setLifetime] = useState('365');
  const [isShowingProblems, setShowingProblems] = useState(false);
  const problems = findProblems(values);
  const submit = useMutation({
    mutationFn: async () => {
      const name = values.name.trim();
      const { scopes } = values;
      if (apiKey) return void (await saveApiKey(apiKey.id, { name, scopes }));
      const expiresInDays = lifetime === 'never' ? null : Number(lifetime);
      return (await createApiKey({ name, scopes, expiresInDays })).secret;
    },
    onSuccess: (secret) => {
      void cache.invalidateQueries({ queryKey: apiKeysKey });
      if (typeof secret === 'string') return onMade(secret);
      toast.success({ message: 'API key saved.' });
      onClose();
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'api_key_not_saved') }),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setShowingProblems(true);
        if (Object.keys(problems).length === 0) submit.mutate();
      }}
    >
      <Stack gap="lg">
        <ApiKeyFields
          values={values}
          areas={areas}
          problems={isShowingProblems ? problems : {}}
          onChange={setValues}
        />
        {apiKey === null && (
          <Select
            label="Stops working after"
            data={lifetimes}
            value={lifetime}
            allowDeselect={false}
            onChange={(value) => value && setLifetime(value)}
            maw={260}
          />
        )}
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={submit.isPending}>
          {apiKey ? 'Save' : 'Create API key'}
        </Button>
      </Group>
    </form>
  );
}
