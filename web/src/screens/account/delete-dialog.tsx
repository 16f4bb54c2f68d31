import { Alert, Button, Checkbox, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { AppError } from '@parley/contract/errors';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { deleteAccount } from '../../api/account-settings.ts';
import { forgetUser } from '../../app/sign-out.ts';
import { failureToast } from '../../components/access/failure-toast.ts';
import { LinkText } from '../../components/links.tsx';
import { toast } from '../../components/toasts.ts';

/** The question before an account is deleted, which only its password answers. */
export function DeleteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Delete your account?" size="md">
      {isOpen && <DeleteForm onClose={onClose} />}
    </Modal>
  );
}

function DeleteForm({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const router = useRouter();
  const [password, setPassword] = useState('');
  const [deletesShared, setDeletesShared] = useState(false);
  const removal = useMutation({
    mutationFn: deleteAccount,
    onSuccess: async () => {
      forgetUser(cache);
      toast.success({ title: 'Account deleted', message: 'We sent you a mail about it. Goodbye.' });
      await router.navigate({ to: '/login', replace: true });
    },
    onError: (error) => {
      if (!(error instanceof AppError) || !ownErrors.has(error.code))
        toast.error(failureToast(error, 'server_unreachable'));
    },
  });
  const code = removal.error instanceof AppError ? removal.error.code : undefined;
  const [isShared, setIsShared] = useState(false);
  if (code === 'workspace_has_members' && !isShared) setIsShared(true);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '') removal.mutate({ password, deleteWorkspace: deletesShared });
  };

  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <Text>
          Agents, numbers, calls, transcripts and recordings of your workspace are deleted with it. Running
          calls end. This cannot be taken back.
        </Text>
        {isShared && (
          <Alert color="red" icon={<IconAlertTriangle size={20} stroke={1.7} />} role="alert">
            {code === 'workspace_has_members' && removal.error?.message}{' '}
            <LinkText to="/app/team" underline="always">
              Open Team
            </LinkText>
            <Checkbox
              mt="sm"
              checked={deletesShared}
              onChange={(event) => setDeletesShared(event.currentTarget.checked)}
              label="Delete the workspace for everyone"
            />
          </Alert>
        )}
        <PasswordInput
          label="Your password"
          value={password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            if (code === 'password_wrong') removal.reset();
          }}
          error={code === 'password_wrong' ? removal.error?.message : undefined}
          autoComplete="current-password"
          maxLength={128}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password', tabIndex: 0 }}
          data-autofocus
        />
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          color="red.8"
          disabled={password === '' || (isShared && !deletesShared)}
          loading={removal.isPending}
        >
          Delete for good
        </Button>
      </Group>
    </form>
  );
}

/** Shown in the dialog itself. */
const ownErrors: ReadonlySet<string> = new Set(['password_wrong', 'workspace_has_members']);
