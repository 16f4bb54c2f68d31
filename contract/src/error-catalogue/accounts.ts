import type { ErrorRow } from './error-row.ts';

/** Errors of sign-in, email codes and the account. */
export const accountsErrors = {
  // Sign-in
  credentials_wrong: {
    kind: 'INVALID_CREDENTIALS',
    status: 401,
    message: 'Login failed. Please check your credentials.',
  },
  email_taken: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'This email cannot be used to sign up. Log in, or reset your password.',
  },
  code_wrong: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: 'This code is wrong or has expired. Check it, or ask for a new one.',
  },
  reset_link_invalid: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: 'This link was used already or has expired. Ask for a new one.',
  },
  recaptcha_refused: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: 'We could not make sure that a person is signing up. Please try again.',
  },
  recaptcha_unavailable: {
    kind: 'SERVER_ERROR',
    status: 503,
    message: 'Sign-ups cannot be checked at the moment. Please try again in a few minutes.',
  },
  session_not_found: { kind: 'VALIDATION_ERROR', status: 404, message: 'This session has already ended.' },
  // Account
  profile_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to load user profile.' },
  sessions_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to load your devices.' },
  profile_not_saved: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to update profile.' },
  password_wrong: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: 'This is not your current password.',
  },
  workspace_has_members: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message:
      'You are the only owner of {workspace}, where others work too. Make one of them owner, or confirm that it is deleted for everyone.',
  },
} as const satisfies Record<string, ErrorRow>;
