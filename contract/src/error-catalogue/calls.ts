import type { ErrorRow } from './error-row.ts';

/** Errors of calls, recordings, numbers and connections. */
export const callsErrors = {
  // Calls
  call_not_found: { kind: 'VALIDATION_ERROR', status: 404, message: 'There is no call with id {id}.' },
  figures_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to fetch analytics' },
  call_logs_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to fetch call logs' },
  call_logs_malformed: { kind: 'SERVER_ERROR', status: 500, message: 'Invalid response format from server' },
  recording_not_found: { kind: 'VALIDATION_ERROR', status: 404, message: 'This call has no recording.' },
  range_not_satisfiable: {
    kind: 'VALIDATION_ERROR',
    status: 416,
    message: 'The recording has {size} bytes; the range asked for lies outside.',
  },
  test_call_failed: {
    kind: 'SERVER_ERROR',
    status: 502,
    message: 'Failed to initiate test call. Please try again.',
  },
  number_invalid: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: '"{value}" is not a phone number. Give it in international form, such as +14155550123.',
  },
  no_route_for_number: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message:
      'No carrier can reach {number} yet. Connect a telephone provider, or dial a simulated number such as +14155550123.',
  },
  calls_at_limit: {
    kind: 'SERVER_ERROR',
    status: 503,
    message: 'All {limit} lines are busy. Please try again in a moment.',
  },
  simulation_unavailable: {
    kind: 'SERVER_ERROR',
    status: 503,
    message: 'This server runs no conversations, so an agent cannot be talked to here.',
  },
  email_unverified: {
    kind: 'UNAUTHORIZED',
    status: 403,
    message: 'Please verify your email before calling the outside network.',
  },
  webhook_unproved: {
    kind: 'UNAUTHORIZED',
    status: 403,
    message: 'This does not come from a connected account.',
  },
  // Numbers and connections
  number_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'There is no phone number with id {id}.',
  },
  numbers_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to load phone numbers' },
  numbers_not_simulated: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'Numbers of this installation come from its trunks. Simulated ones exist in local mode only.',
  },
  number_not_fictional: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message:
      'A simulated number reads +1, an area code, and 555-0100 to 555-0199, such as +14155550142. No real phone has one of these.',
  },
  numbers_at_limit: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'A workspace has room for {limit} phone numbers. Delete one that is no longer needed.',
  },
  number_not_added: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to add the phone number.' },
  connections_not_loaded: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to load telephone providers',
  },
  connection_not_saved: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to save the connection. Please try again.',
  },
  connection_not_removed: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to remove the connection. Please try again.',
  },
  number_without_trunk: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: '{number} came with no trunk, so no test ring can come in through one.',
  },
  ring_not_awaited: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to wait for the test ring. Please try again.',
  },
  number_taken: { kind: 'VALIDATION_ERROR', status: 409, message: '{number} is already in use.' },
  number_not_saved: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to save changes' },
  connection_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'There is no connection with id {id}.',
  },
  connection_not_testable: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: '{name} cannot be tried from here.',
  },
  providers_not_loaded: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to load providers. Please try again.',
  },
  provider_not_saved: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to save the provider. Please try again.',
  },
  provider_not_tested: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to test the provider. Please try again.',
  },
  provider_not_removed: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to remove the provider. Please try again.',
  },
  vendor_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: 'There is no provider or carrier called {vendor}.',
  },
  connection_settings_invalid: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: 'These settings do not fit {vendor}: {fields}.',
  },
} as const satisfies Record<string, ErrorRow>;
