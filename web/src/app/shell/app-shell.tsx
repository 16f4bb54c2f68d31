import { Drawer, Loader } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState } from 'react';
import { Logo } from '../../components/logo.tsx';
import { LiveFeed } from '../live-feed.tsx';
import { UserProvider } from '../user-provider.tsx';
import { VerifyEmailBanner } from '../verify-email-banner.tsx';
import classes from './shell.module.css';
import { SideNav } from './side-nav.tsx';
import { readSidebarPreference, sidebarCookie } from './sidebar-preference.ts';
import { TopBar } from './top-bar.tsx';

const CommandPalette = lazy(async () => ({
  default: (await import('../palette/command-palette.tsx')).CommandPalette,
}));

/** The frame of every screen for signed-in users. Under 768 px the sidebar is a drawer (SHELL-1). */
export function AppShell() {
  const [isOpen, setIsOpen] = useState(() => readSidebarPreference());
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [palette, setPalette] = useState({ isWanted: false, isOpen: false });
  const isPhone = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false });

  const toggle = useCallback(() => {
    if (isPhone) {
      setIsMenuOpen((wasOpen) => !wasOpen);
      return;
    }
    setIsOpen((wasOpen) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP.
      document.cookie = sidebarCookie(!wasOpen);
      return !wasOpen;
    });
  }, [isPhone]);
  const openPalette = useCallback(() => setPalette({ isWanted: true, isOpen: true }), []);
  const closePalette = useCallback(() => setPalette({ isWanted: true, isOpen: false }), []);
  // An empty list: the shortcuts work while a text field has the focus, too.
  useHotkeys(
    [
      ['mod+B', toggle],
      ['mod+K', palette.isOpen ? closePalette : openPalette],
    ],
    [],
  );

  return (
    <UserProvider>
      <a href="#main" className={classes['skip']}>
        Skip to content
      </a>
      <div className={classes['shell']} data-collapsed={!isOpen || undefined}>
        <TopBar
          isSidebarOpen={isOpen}
          onToggleSidebar={toggle}
          onOpenMenu={() => setIsMenuOpen(true)}
          onSearch={openPalette}
        />
        {!isPhone && (
          <aside className={classes['side']} data-testid="sidebar">
            <SideNav isCollapsed={!isOpen} />
          </aside>
        )}
        <main id="main" tabIndex={-1} className={classes['main']}>
          <LiveFeed />
          <VerifyEmailBanner />
          <div className={classes['content']}>
            <Suspense fallback={<Loader className={classes['loading']} aria-label="Loading" />}>
              <Outlet />
            </Suspense>
          </div>
        </main>
      </div>
      <Drawer
        opened={isPhone && isMenuOpen}
        onClose={() => setIsMenuOpen(false)}
        position="left"
        size={280}
        title={<Logo />}
        classNames={{ content: classes['menu'] ?? '', header: classes['menu-header'] ?? '' }}
      >
        <SideNav isCollapsed={false} onNavigate={() => setIsMenuOpen(false)} />
      </Drawer>
      {palette.isWanted && (
        <Suspense>
          <CommandPalette isOpen={palette.isOpen} onClose={closePalette} />
        </Suspense>
      )}
    </UserProvider>
  );
}
