import type { ErrorRow } from './error-row.ts';

/** Errors of calendars and other connected services. */
export const integrationsErrors = {
  // Integrations
  remove_endpoint_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'Remove endpoint not found for this integration',
  },
  integration_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'This integration is not connected, or does not exist.',
  },
  integration_needs_reconnecting: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: '{name} no longer accepts this connection. Please connect it again.',
  },
  integration_unreachable: {
    kind: 'SERVER_ERROR',
    status: 502,
    message: '{name} does not answer at the moment. Please try again.',
  },
  integration_settings_unfit: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: 'These settings do not fit this integration: {problem}',
  },
  integration_value_refused: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: 'This cannot be connected: {problem}',
  },
} as const satisfies Record<string, ErrorRow>;
