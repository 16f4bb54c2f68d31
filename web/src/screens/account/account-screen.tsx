import { Card, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../api/accounts.ts';
import { failureMessage } from '../../api/failure-message.ts';
import { LinkButton } from '../../components/links.tsx';
import { LoadFailed } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import classes from './account.module.css';
import { DeleteAccount } from './delete-account.tsx';
import { ExportData } from './export-data.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Section } from './section.tsx';
import { SessionList } from './session-list.tsx';
import { TwoFactor } from './two-factor.tsx';

/** Account settings (ACCT-1, ACCT-2): who the user is, how they sign in and where, and the end of it all. */
export function AccountScreen() {
  const profile = useQuery(profileQuery);

  return (
    <>
      <PageHeader
        title="Account Settings"
        subtitle="Your profile, your password and where you are logged in"
      />
      <div className={classes['sections']}>
        <Section
          title="Profile"
          about="How your colleagues see you, and the time zone your times are shown in."
        >
          {profile.data && <ProfileForm profile={profile.data} />}
          {profile.isPending && <ProfileSkeleton />}
          {profile.isError && !profile.data && (
            <LoadFailed
              message={failureMessage(profile.error, 'profile_not_loaded')}
              isBusy={profile.isFetching}
              onRetry={() => void profile.refetch()}
            />
          )}
        </Section>
        <Section title="Password" about="When you change it, your other devices are logged out.">
          <PasswordForm email={profile.data?.email ?? ''} />
        </Section>
        <Section title="Devices" about="Where your account is logged in now. End what you do not know.">
          <SessionList />
        </Section>
        <Section title="Two-factor authentication" about="A second proof besides your password.">
          <TwoFactor />
        </Section>
        <Section
          title="Your data"
          about="A copy of your profile, and of your workspace’s agents, numbers and calls."
        >
          <ExportData />
        </Section>
        <Section title="Team" about="Who works with you, and what each of them may do.">
          <Card>
            <div className={classes['line']}>
              <Text maw={480}>
                People, their roles and the name of the workspace {profile.data?.workspace.name} are changed
                on a screen of their own.
              </Text>
              <LinkButton to="/app/team" variant="default">
                Open Team
              </LinkButton>
            </div>
          </Card>
        </Section>
        <Section title="Delete account" about="For good. Take a copy of your data first." isDangerous>
          <DeleteAccount />
        </Section>
      </div>
    </>
  );
}

/** The shape of the form while the profile is on its way. */
function ProfileSkeleton() {
  return (
    <Card aria-busy="true" aria-label="Loading your profile">
      <Stack gap="lg">
        {['name', 'email', 'phone', 'zone'].map((field) => (
          <div key={field}>
            <Skeleton h={14} w={110} mb={8} />
            <Skeleton h={36} />
          </div>
        ))}
        <Skeleton h={36} w={140} />
      </Stack>
    </Card>
  );
}
