import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';

type AnchorAttributes<Props> = Props & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Props | 'style'>;

/** A button that is a link of the router. */
export const LinkButton = createLink((props: AnchorAttributes<ButtonProps>) => (
  <Button component="a" {...props} />
));

/** A text link of the router. */
export const LinkText = createLink((props: AnchorAttributes<AnchorProps>) => <Anchor {...props} />);
