import { expect, test } from 'vitest';
import { errors, errorTitles } from './errors.ts';
import { successes, successToast } from './successes.ts';

/** Section 8 of both documents, word for word. */
const failures = `
Login failed. Please check your credentials.
Could not connect to the server. Please try again later.
Could not verify email. Please try again.
Could not send a new code. Please try again.
Please enter the 6-digit code sent to your email.
Please go back to the signup page and try again.
Failed to fetch call logs
Network connection error. Please try again!
An unexpected error occurred. Please try again.
Failed to fetch voice agents
Failed to update agent status. Please try again.
Failed to delete agent.
Failed to create agent
Failed to save agent.
No agent data found!
Failed to initiate test call. Please try again.
Failed to load voice profiles. Please try again.
Failed to load integrations. Please try again.
Failed to load company fields
Failed to create merge field
Failed to create knowledge base
Failed to delete knowledge base
Failed to load knowledge bases
Failed to fetch campaigns
Failed to update campaign status
Failed to delete campaign
Failed to load agents
Could not load mapping fields from server.
Failed to load phone numbers
Error parsing CSV file
Failed to create campaign
Failed to remove integration. Please try again.
Remove endpoint not found for this integration
Failed to load user profile.
Failed to update profile.
Failed to delete phone number.
Failed to fetch phone numbers: Invalid response format.
Invalid response format from server
Failed to save changes`
  .trim()
  .split('\n');

const goodNews = `
Welcome back, {email}!
Welcome to {product}! Your account has been created successfully.
Your email has been successfully verified.
A new verification code has been sent to your email.
Agent enabled successfully!
Agent disabled successfully!
Agent deleted successfully!
Test call initiated successfully!
Agent saved successfully!
Merge field created successfully!
Knowledge base created successfully!
Knowledge base deleted successfully!
Campaign created successfully!
Campaign has been {status}.
Campaign deleted successfully
Campaign settings updated successfully
Profile updated successfully.
Phone number agent settings updated successfully`
  .trim()
  .split('\n');

/** Titles that belong to one message. */
const ownTitles: Readonly<Record<string, string>> = {
  'Could not connect to the server. Please try again later.': 'Connection error',
  'Could not verify email. Please try again.': 'Verification failed',
  'Could not send a new code. Please try again.': 'Failed to resend code',
  'Please enter the 6-digit code sent to your email.': 'Invalid OTP',
  'Please go back to the signup page and try again.': 'Email not found',
};

const rows = Object.entries(errors) as [string, { message: string; title?: string }][];

test.each(failures)('[ERR-2] the catalogue says once: %s', (message) => {
  // An answer that is not ours is an unknown error too, whatever its status.
  const codes = rows.filter(([code, row]) => row.message === message && code !== 'refused_on_the_way');
  expect(codes.map(([code]) => code)).toHaveLength(1);
  if (ownTitles[message]) expect(codes[0]![1].title).toBe(ownTitles[message]);
});

test('[ERR-2] every success of the documents is there once, and no other', () => {
  expect(
    Object.values(successes)
      .map(({ message }) => message)
      .sort(),
  ).toEqual([...goodNews].sort());
  expect(successToast('campaign_status_changed', { status: 'paused' }).message).toBe(
    'Campaign has been paused.',
  );
  expect(successToast('logged_in', { email: 'ada@example.com' })).toEqual({
    title: 'Login successful',
    message: 'Welcome back, ada@example.com!',
  });
});

test('the titles of the kinds are those of the documents', () => {
  expect(errorTitles).toEqual({
    UNAUTHORIZED: 'Unauthorized',
    INVALID_CREDENTIALS: 'Invalid Credentials',
    VALIDATION_ERROR: 'Validation Error',
    NETWORK_ERROR: 'Network Error',
    SERVER_ERROR: 'Error',
  });
  expect(errors.not_signed_in.title).toBe('Authentication Error');
});
