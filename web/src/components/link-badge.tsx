import { Badge, type BadgeProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';

type Attributes = BadgeProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof BadgeProps | 'style'>;

/** A badge that is a link of the router. */
export const LinkBadge = createLink((props: Attributes) => (
  <Badge component="a" style={{ flex: 'none', cursor: 'pointer' }} {...props} />
));
