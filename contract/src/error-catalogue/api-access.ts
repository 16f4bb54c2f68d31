import type { ErrorRow } from './error-row.ts';

/** Errors of API keys and webhooks. */
export const apiAccessErrors = {
  // API keys and webhooks
  api_key_invalid: {
    kind: 'UNAUTHORIZED',
    status: 401,
    message: 'This API key is not valid. It may have expired or been revoked.',
  },
  api_key_lacks_scope: {
    kind: 'UNAUTHORIZED',
    status: 403,
    message: 'This API key lacks the scope {scope}.',
  },
  api_key_not_for_this: {
    kind: 'UNAUTHORIZED',
    status: 403,
    message: 'API keys cannot be used here. Sign in instead.',
  },
  api_keys_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to load API keys' },
  api_key_not_saved: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to save the API key. Please try again.',
  },
  webhooks_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to load webhooks' },
  webhook_not_saved: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to save the webhook. Please try again.',
  },
  webhook_not_sent: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to send the event. Please try again.',
  },
  deliveries_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to load deliveries' },
  api_key_not_found: { kind: 'VALIDATION_ERROR', status: 404, message: 'There is no API key with id {id}.' },
  api_keys_at_limit: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'A workspace can have {limit} API keys. Revoke one that is no longer needed.',
  },
  api_scope_unknown: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: 'There is no scope called {scope}.',
  },
  webhook_not_found: { kind: 'VALIDATION_ERROR', status: 404, message: 'There is no webhook with id {id}.' },
  webhook_url_refused: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: 'Events cannot be sent to this address. {reason}',
  },
  webhooks_at_limit: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'A workspace can have {limit} webhooks. Delete one that is no longer needed.',
  },
  webhook_disabled: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'This webhook is switched off. Switch it on first.',
  },
  delivery_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'There is no delivery with id {id}. Deliveries are kept for 30 days.',
  },
} as const satisfies Record<string, ErrorRow>;
