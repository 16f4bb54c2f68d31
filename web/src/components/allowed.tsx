import { Tooltip, VisuallyHidden } from '@mantine/core';
import { refusalSentence } from '@parley/contract/role-labels';
import type { Permission } from '@parley/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, useId } from 'react';
import { profileQuery } from '../api/accounts.ts';
import { useUserStore } from '../api/user-store.ts';
import classes from './allowed.module.css';

export type May = {
  /** False also while nothing is known of the user yet: nothing is asked of the server that it might refuse. */
  may: boolean;
  /** Why not, for a tooltip and for screen readers; undefined where it is allowed, or not known yet. */
  reason: string | undefined;
};

/**
 * Whether the signed-in user's role allows something, and the sentence to show where it does not. Until the profile is
 * there, what was stored at the last visit counts; the server holds the rule in any case.
 */
export function useMay(permission: Permission): May {
  const { data: profile } = useQuery(profileQuery);
  const stored = useUserStore((state) => state.user?.permissions);
  const permissions = profile?.permissions ?? stored;
  const may = permissions?.includes(permission) ?? false;
  const isRefused = permissions !== undefined && !may;
  return { may, reason: isRefused ? refusalSentence(profile?.role, permission) : undefined };
}

type Refusable = {
  'aria-disabled'?: boolean;
  'aria-describedby'?: string | undefined;
  className?: string;
  closeMenuOnClick?: boolean;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
};

/**
 * Shows a button, link or menu item disabled with the reason where the role does not allow it. It keeps the focus, so
 * that the reason is reached by keyboard and screen reader too. Fields go into `AllowedFields`.
 */
export function Allowed({ permission, children }: { permission: Permission; children: ReactElement }) {
  const { reason } = useMay(permission);
  return <Refused reason={reason}>{children}</Refused>;
}

/** As `Allowed`, for a reason of one's own: "The last owner cannot leave." Undefined shows the child as it is. */
export function Refused({ reason, children }: { reason: string | undefined; children: ReactElement }) {
  const id = useId();
  if (reason === undefined) return children;
  const child = children as ReactElement<Refusable>;
  const refused = cloneElement(child, {
    'aria-disabled': true,
    'aria-describedby': id,
    className: `${child.props.className ?? ''} ${classes['refused']}`.trim(),
    onClick: (event) => {
      event.preventDefault();
      event.stopPropagation();
    },
    ...(isMenuItem(child) && { closeMenuOnClick: false }),
  });
  return (
    <>
      <Tooltip label={reason} multiline maw={260} events={{ hover: true, focus: true, touch: true }}>
        {refused}
      </Tooltip>
      <VisuallyHidden id={id}>{reason}</VisuallyHidden>
    </>
  );
}

/** Only items of a menu know the property; a plain button would hand it on to the page. */
function isMenuItem({ type }: ReactElement): boolean {
  const { displayName = '' } = type as { displayName?: string };
  return displayName.includes('MenuItem');
}

/** Fields that the role may not change: all of them are disabled, and the reason stands above them. */
export function AllowedFields({ permission, children }: { permission: Permission; children: ReactNode }) {
  const { reason } = useMay(permission);
  const id = useId();
  const isRefused = reason !== undefined;
  return (
    <fieldset
      className={classes['fields']}
      disabled={isRefused}
      aria-describedby={isRefused ? id : undefined}
    >
      {isRefused && (
        <p id={id} className={classes['reason']}>
          {reason}
        </p>
      )}
      {children}
    </fieldset>
  );
}
