import { Menu, Text, UnstyledButton } from '@mantine/core';
import { IconLogout, IconUserCog } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { displayName } from '../../api/display-name.ts';
import { Avatar } from '../../components/avatar.tsx';
import { LinkMenuItem } from '../../components/link-menu-item.tsx';
import { useSignOut } from '../sign-out.ts';
import { useUser } from '../user-provider.tsx';
import { AppearanceMenu } from './appearance-menu.tsx';
import classes from './shell.module.css';
import { WorkspaceItems } from './workspace-items.tsx';

/** The user's menu: who is signed in, account settings, log out (SHELL-3). */
export function AvatarMenu() {
  const { user } = useUser();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const email = user?.email ?? '';
  return (
    <Menu position="bottom-end" width={248}>
      <Menu.Target>
        <UnstyledButton aria-label="Account menu" className={classes['avatar']}>
          <Avatar email={email} size={34} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes['who']}>
          <Text size="sm" fw={600} truncate>
            {displayName(user ?? {})}
          </Text>
          <Text size="sm" c="dimmed" truncate title={email}>
            {email}
          </Text>
        </div>
        <Menu.Divider role="separator" />
        <LinkMenuItem to="/app/account" leftSection={<IconUserCog size={17} stroke={1.7} />}>
          Account Settings
        </LinkMenuItem>
        <WorkspaceItems />
        <AppearanceMenu />
        <Menu.Divider role="separator" />
        <Menu.Item
          leftSection={<IconLogout size={17} stroke={1.7} />}
          onClick={() => void signOut().then(() => navigate({ to: '/login', replace: true }))}
        >
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
