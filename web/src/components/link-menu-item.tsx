import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';

type Attributes = MenuItemProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof MenuItemProps | 'style'>;

/** An item of a menu that is a link of the router. */
export const LinkMenuItem = createLink((props: Attributes) => <Menu.Item component="a" {...props} />);
