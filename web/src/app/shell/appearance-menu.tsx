import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useRef } from 'react';

const choices: readonly { scheme: MantineColorScheme; label: string; icon: typeof IconSun }[] = [
  { scheme: 'light', label: 'Light', icon: IconSun },
  { scheme: 'dark', label: 'Dark', icon: IconMoon },
  { scheme: 'auto', label: 'As the system', icon: IconDeviceDesktop },
];

/** The colours, as a submenu of the account menu. */
export function AppearanceMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const item = useRef<HTMLButtonElement>(null);
  return (
    <Menu.Sub position="left-start">
      <Menu.Sub.Target>
        <Menu.Sub.Item ref={item} leftSection={<IconSun size={17} stroke={1.7} />}>
          Appearance
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      {/* The submenu itself leaves the focus nowhere when it closes. */}
      <Menu.Sub.Dropdown onKeyDown={({ key }) => key === 'ArrowLeft' && item.current?.focus()}>
        {choices.map(({ scheme, label, icon: Icon }) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon size={17} stroke={1.7} />}
            rightSection={scheme === colorScheme && <IconCheck size={16} />}
            onClick={() => setColorScheme(scheme)}
          >
            {label}
            {scheme === colorScheme && <span className="sr"> (chosen)</span>}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
