/**
 * What a screen tells when something it asked for failed and the server named no cause of its own (ERR-2).
 * Part of the catalogue in `errors.ts`.
 */
export const screenFailures = {
  // Sign-up and verification
  server_unreachable: {
    kind: 'NETWORK_ERROR',
    status: 503,
    title: 'Connection error',
    message: 'Could not connect to the server. Please try again later.',
  },
  email_not_verified: {
    kind: 'SERVER_ERROR',
    status: 500,
    title: 'Verification failed',
    message: 'Could not verify email. Please try again.',
  },
  code_not_resent: {
    kind: 'SERVER_ERROR',
    status: 500,
    title: 'Failed to resend code',
    message: 'Could not send a new code. Please try again.',
  },
  code_incomplete: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    title: 'Invalid OTP',
    message: 'Please enter the 6-digit code sent to your email.',
  },
  email_unknown: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    title: 'Email not found',
    message: 'Please go back to the signup page and try again.',
  },
  // Agents
  agent_data_missing: { kind: 'SERVER_ERROR', status: 500, message: 'No agent data found!' },
  // Campaigns
  campaigns_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to fetch campaigns' },
  campaign_status_not_changed: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to update campaign status',
  },
  campaign_not_deleted: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to delete campaign' },
  campaign_not_created: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to create campaign' },
  campaign_agents_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to load agents' },
  mapping_fields_not_loaded: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Could not load mapping fields from server.',
  },
  campaign_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to fetch the campaign.' },
  campaign_not_saved: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to save campaign settings.' },
  campaign_not_tried: { kind: 'SERVER_ERROR', status: 500, message: 'No simulated call could be placed.' },
  campaign_not_checked: { kind: 'SERVER_ERROR', status: 500, message: 'The campaign could not be checked.' },
  contacts_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to fetch contacts.' },
  contacts_not_changed: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to change the contacts.' },
  contact_file_not_uploaded: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'The file could not be uploaded. Please try again.',
  },
  file_not_downloaded: { kind: 'SERVER_ERROR', status: 500, message: 'The file could not be downloaded.' },
  do_not_call_not_loaded: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to fetch the do-not-call list.',
  },
  do_not_call_not_changed: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to change the do-not-call list.',
  },
  calling_rules_not_loaded: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to fetch the calling rules.',
  },
  calling_rules_not_saved: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to save the calling rules.',
  },
  csv_unreadable: { kind: 'VALIDATION_ERROR', status: 422, message: 'Error parsing CSV file' },
  // Numbers
  number_not_deleted: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to delete phone number.' },
  numbers_malformed: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to fetch phone numbers: Invalid response format.',
  },
  // Integrations
  integrations_not_loaded: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to load integrations. Please try again.',
  },
  integration_not_removed: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to remove integration. Please try again.',
  },
  integration_settings_not_loaded: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to load the settings of this integration. Please try again.',
  },
  integration_settings_not_saved: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to save the settings of this integration. Please try again.',
  },
  integration_client_not_saved: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to save the client. Please try again.',
  },
  integration_not_connected: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to connect the integration. Please try again.',
  },
  // Account
  profile_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to load user profile.' },
  profile_not_saved: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to update profile.' },
  // The frame
  notifications_not_loaded: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Your notifications could not be loaded.',
  },
  notifications_not_read: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'The notifications could not be marked as read.',
  },
  search_failed: { kind: 'SERVER_ERROR', status: 500, message: 'The search did not work. Please try again.' },
} as const;
