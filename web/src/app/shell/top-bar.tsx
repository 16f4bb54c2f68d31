import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconHelp, IconLayoutSidebar, IconMenu2, IconMoon, IconSun } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { Logo } from '../../components/logo.tsx';
import { Bell } from '../bell/bell.tsx';
import { AvatarMenu } from './avatar-menu.tsx';
import { modKey } from './mod-key.ts';
import { SearchButton } from './search-button.tsx';
import classes from './shell.module.css';

type TopBarProps = {
  isSidebarOpen: boolean;
  onToggleSidebar: () => void;
  onOpenMenu: () => void;
  onSearch: () => void;
};

/** The bar above every screen: menu, logo, search, colours, notifications, help, the user. */
export function TopBar({ isSidebarOpen, onToggleSidebar, onOpenMenu, onSearch }: TopBarProps) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isHelp = path.startsWith('/app/help-center');
  return (
    <header className={classes['top']}>
      <ActionIcon className={classes['phone-only']} aria-label="Open menu" onClick={onOpenMenu}>
        <IconMenu2 size={21} stroke={1.7} />
      </ActionIcon>
      <Link to="/app/dashboard" className={classes['brand']}>
        <Logo />
      </Link>
      <Tooltip label={`${isSidebarOpen ? 'Collapse' : 'Expand'} sidebar (${modKey('B')})`}>
        <ActionIcon
          className={classes['desk-only']}
          aria-label={isSidebarOpen ? 'Collapse sidebar' : 'Expand sidebar'}
          aria-expanded={isSidebarOpen}
          aria-controls="side-nav"
          aria-keyshortcuts="Control+B Meta+B"
          onClick={onToggleSidebar}
        >
          <IconLayoutSidebar size={20} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <div className={classes['spacer']} />
      <SearchButton onOpen={onSearch} />
      <ColorSchemeSwitch />
      <Bell />
      <Tooltip label="Help Center">
        <Link
          to="/app/help-center"
          search={isHelp ? {} : { about: path }}
          aria-label="Help Center"
          className={classes['icon-link']}
        >
          <IconHelp size={21} stroke={1.7} aria-hidden="true" />
        </Link>
      </Tooltip>
      <AvatarMenu />
    </header>
  );
}

function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const next = scheme === 'dark' ? 'light' : 'dark';
  return (
    <Tooltip label={`Use ${next} colours`}>
      <ActionIcon
        className={classes['desk-only']}
        aria-label={`Use ${next} colours`}
        onClick={() => setColorScheme(next)}
      >
        {next === 'dark' ? <IconMoon size={20} stroke={1.7} /> : <IconSun size={20} stroke={1.7} />}
      </ActionIcon>
    </Tooltip>
  );
}
