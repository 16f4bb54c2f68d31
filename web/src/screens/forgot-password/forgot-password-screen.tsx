import { useDocumentTitle } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { AccessPage } from '../../components/access/access-page.tsx';
import { brand } from '../../components/brand.ts';
import { LinkText } from '../../components/links.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { RequestLinkForm } from './request-link-form.tsx';

/** FORGOT-1: asks for a mailed link; opened by that link it asks for the new password. */
export function ForgotPasswordScreen() {
  useDocumentTitle(`Forgot your password? · ${brand.productName}`);
  const { pathname, searchStr } = useLocation();
  // Read from the address as it is: the router would read a token of digits as a number.
  const token = pathname.startsWith('/forgot-password') ? new URLSearchParams(searchStr).get('token') : null;

  return (
    <AccessPage
      aside={
        <LinkText to="/login" size="sm" fw={600} c="inherit">
          Back to Login
        </LinkText>
      }
    >
      {token ? <NewPasswordForm key={token} token={token} /> : <RequestLinkForm />}
    </AccessPage>
  );
}
