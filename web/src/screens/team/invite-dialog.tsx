import { Button, Group, Modal, Radio, Stack, TagsInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { roleLabels } from '@parley/contract/role-labels';
import type { InvitedRole } from '@parley/contract/team';
import { teamLimits } from '@parley/contract/team-limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { invitePeople, teamKey } from '../../api/team.ts';
import { toast } from '../../components/toasts.ts';
import { checkEmails, splitEmails } from './check-emails.ts';
import classes from './team.module.css';

const invitedRoles: readonly InvitedRole[] = ['admin', 'editor', 'supervisor', 'viewer'];

/** Mails invitations to several people at once. */
export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Invite people" size="lg">
      <InviteForm onClose={onClose} />
    </Modal>
  );
}

function InviteForm({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const form = useForm<{ emails: string[]; role: InvitedRole }>({
    initialValues: { emails: [], role: 'editor' },
    validate: { emails: checkEmails },
  });
  const send = useMutation({
    mutationFn: invitePeople,
    onSuccess: ({ sent, alreadyMembers }) => {
      if (sent > 0)
        toast.success({
          message: sent === 1 ? 'The invitation is on its way.' : `${sent} invitations are on their way.`,
        });
      if (alreadyMembers.length > 0)
        toast.info({ message: `Already in the team: ${alreadyMembers.join(', ')}.` });
      onClose();
      return cache.invalidateQueries({ queryKey: teamKey });
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'unexpected') }),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => send.mutate(values))}>
      <Stack gap="lg">
        <TagsInput
          {...form.getInputProps('emails')}
          onChange={(typed) => form.setFieldValue('emails', splitEmails(typed))}
          label="Emails"
          description="Press Enter after each, or paste several. Each gets a link that works once, for seven days."
          placeholder={form.values.emails.length === 0 ? 'ana@example.com' : ''}
          splitChars={[',', ';', ' ', '\n', '\t']}
          maxTags={teamLimits.emailsAtOnce}
          acceptValueOnBlur
          clearable={false}
          inputMode="email"
          data-autofocus
        />
        <Radio.Group {...form.getInputProps('role')} label="What may they do?">
          <div className={classes['roles']}>
            {invitedRoles.map((role) => (
              <Radio.Card
                key={role}
                value={role}
                className={classes['role-card'] ?? ''}
                radius="md"
                aria-label={roleLabels[role].name}
              >
                <Group wrap="nowrap" gap="sm" p="sm" align="flex-start">
                  <Radio.Indicator mt={2} />
                  <div>
                    <Text fw={600}>{roleLabels[role].name}</Text>
                    <Text size="sm" c="dimmed">
                      {roleLabels[role].text}
                    </Text>
                  </div>
                </Group>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={send.isPending}>
          {form.values.emails.length > 1
            ? `Send ${form.values.emails.length} invitations`
            : 'Send invitation'}
        </Button>
      </Group>
    </form>
  );
}
