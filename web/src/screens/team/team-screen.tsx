import { Button, Tabs } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { profileQuery } from '../../api/accounts.ts';
import { membersQuery } from '../../api/team.ts';
import { Allowed } from '../../components/allowed.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { InvitationsSection } from './invitations-section.tsx';
import { MembersSection } from './members-section.tsx';
import classes from './team.module.css';
import { WorkspaceNameForm } from './workspace-name-form.tsx';

const InviteDialog = lazy(async () => ({ default: (await import('./invite-dialog.tsx')).InviteDialog }));
const ActivitySection = lazy(async () => ({
  default: (await import('./activity-section.tsx')).ActivitySection,
}));

const route = getRouteApi('/app/team');

/** Who works in the workspace, who is invited, and who changed what. */
export function TeamScreen() {
  const { view = 'members' } = route.useSearch();
  const navigate = useNavigate();
  const [invitation, setInvitation] = useState({ isWanted: false, isOpen: false });
  const { data: profile } = useQuery(profileQuery);
  const members = useQuery(membersQuery);
  const count = members.data?.length;

  return (
    <>
      <PageHeader
        title="Team"
        subtitle={
          profile === undefined
            ? 'Who works in this workspace'
            : `${profile.workspace.name}${count === undefined ? '' : ` · ${count} ${count === 1 ? 'member' : 'members'}`}`
        }
        actions={
          <Allowed permission="manage">
            <Button
              leftSection={<IconUserPlus size={18} />}
              onClick={() => setInvitation({ isWanted: true, isOpen: true })}
            >
              Invite people
            </Button>
          </Allowed>
        }
      />
      <Tabs
        value={view}
        onChange={(next) =>
          void navigate({ to: '/app/team', search: next === 'activity' ? { view: 'activity' } : {} })
        }
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="members">Members</Tabs.Tab>
          <Tabs.Tab value="activity">Activity</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="members" className={classes['panel'] ?? ''}>
          <MembersSection />
          <InvitationsSection />
          {profile && <WorkspaceNameForm key={profile.workspace.name} name={profile.workspace.name} />}
        </Tabs.Panel>
        <Tabs.Panel value="activity">
          <Suspense>
            <ActivitySection />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      {invitation.isWanted && (
        <Suspense>
          <InviteDialog
            isOpen={invitation.isOpen}
            onClose={() => setInvitation({ isWanted: true, isOpen: false })}
          />
        </Suspense>
      )}
    </>
  );
}
