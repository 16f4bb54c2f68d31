import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';

type SettingsDrawerProps = {
  isOpen: boolean;
  title: string | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** The drawer in which a connection is made or changed; on a phone it fills the screen. */
export function SettingsDrawer({ isOpen, title, onClose, children }: SettingsDrawerProps) {
  const isPhone = useMediaQuery('(max-width: 767.98px)') ?? false;
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size={isPhone ? '100%' : 520}
      title={title}
      styles={{ title: { fontSize: 20, fontWeight: 600, fontFamily: 'var(--mantine-font-family-headings)' } }}
    >
      {children}
    </Drawer>
  );
}
