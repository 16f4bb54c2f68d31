import { IconMailExclamation } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { LinkButton } from '../components/links.tsx';
import { useUser } from './user-provider.tsx';
import classes from './verify-email-banner.module.css';

/** VERIFY-6: tells who has not proved their email what that costs them, and leads to where it is proved. */
export function VerifyEmailBanner() {
  const { profile } = useUser();
  const isThere = useLocation({ select: ({ pathname }) => pathname === '/app/verify-email' });
  if (profile === undefined || profile.isEmailVerified || isThere) return null;
  return (
    <div className={classes['banner']} role="status">
      <IconMailExclamation size={18} stroke={1.8} aria-hidden="true" />
      <span>Verify your email to place calls to the outside network. Until then you can look and build.</span>
      <LinkButton to="/app/verify-email" size="compact-sm" variant="default">
        Verify Email
      </LinkButton>
    </div>
  );
}
