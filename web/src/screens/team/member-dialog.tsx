import { roleLabels } from '@parley/contract/role-labels';
import type { Role } from '@parley/contract/roles';
import type { Member } from '@parley/contract/team';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { profileQuery } from '../../api/accounts.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { leaveWorkspace, removeMember, setRole, teamKey, transferOwnership } from '../../api/team.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { toast } from '../../components/toasts.ts';

/** What is about to be done about a member. */
export type MemberStep =
  | { kind: 'role'; role: Role }
  | { kind: 'remove' }
  | { kind: 'leave' }
  | { kind: 'transfer' };

type MemberDialogProps = { member: Member; step: MemberStep | undefined; onClose: () => void };

/** Asks before a member's role changes or somebody goes, and does it. */
export function MemberDialog({ member, step, onClose }: MemberDialogProps) {
  const cache = useQueryClient();
  const change = useMutation({
    mutationFn: (given: MemberStep) => perform(given, member),
    onSuccess: (_, given) => {
      onClose();
      // The session is over with the membership; a full load leads to the login.
      if (given.kind === 'leave') return window.location.assign('/login');
      toast.success({ message: describeDone(given, member) });
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'unexpected') }),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: teamKey }),
        cache.invalidateQueries({ queryKey: profileQuery.queryKey }),
      ]),
  });
  const question = step && askAbout(step, member);
  return (
    <ConfirmDialog
      isOpen={step !== undefined}
      title={question?.title ?? ''}
      confirmLabel={question?.confirm ?? ''}
      isDangerous={step?.kind === 'remove' || step?.kind === 'leave'}
      isBusy={change.isPending}
      onConfirm={() => step && change.mutate(step)}
      onClose={onClose}
    >
      {question?.text}
    </ConfirmDialog>
  );
}

async function perform(step: MemberStep, { id }: Member): Promise<void> {
  if (step.kind === 'role') return await setRole({ id, role: step.role });
  if (step.kind === 'remove') return await removeMember(id);
  if (step.kind === 'transfer') return await transferOwnership(id);
  return await leaveWorkspace();
}

function describeDone(step: MemberStep, member: Member): string {
  const name = member.name || member.email;
  if (step.kind === 'role') return `${name} is ${withArticle(step.role)} now.`;
  return step.kind === 'transfer' ? `${name} owns the workspace now.` : `${name} was removed.`;
}

function askAbout(step: MemberStep, member: Member): { title: string; confirm: string; text: ReactNode } {
  const name = <strong>{member.name || member.email}</strong>;
  if (step.kind === 'role') {
    const { text } = roleLabels[step.role];
    return {
      title: 'Change the role?',
      confirm: `Make ${withArticle(step.role)}`,
      text: (
        <>
          {name} becomes {withArticle(step.role)} at once. {text}
          {member.is_you && ' You change your own role: somebody else has to change it back.'}
        </>
      ),
    };
  }
  if (step.kind === 'transfer')
    return {
      title: 'Hand over the ownership?',
      confirm: 'Hand over',
      text: <>{name} becomes the owner, and you become an admin. Only they can give it back.</>,
    };
  if (step.kind === 'leave')
    return {
      title: 'Leave the workspace?',
      confirm: 'Leave',
      text: 'You are logged out of it at once. To come back you need a new invitation.',
    };
  return {
    title: 'Remove from the workspace?',
    confirm: 'Remove',
    text: <>{name} is logged out of this workspace at once. What they made stays.</>,
  };
}

function withArticle(role: Role): string {
  const { name } = roleLabels[role];
  return `${/^[aeio]/i.test(name) ? 'an' : 'a'} ${name}`;
}
