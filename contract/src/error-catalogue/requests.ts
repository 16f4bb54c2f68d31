import type { ErrorRow } from './error-row.ts';

const unexpectedSentence = 'An unexpected error occurred. Please try again.';

/** Errors that any request can be answered with. */
export const requestsErrors = {
  // Any request
  not_signed_in: {
    kind: 'UNAUTHORIZED',
    status: 401,
    message: 'Please sign in to continue.',
    title: 'Authentication Error',
  },
  not_allowed: { kind: 'UNAUTHORIZED', status: 403, message: 'Your role does not allow this.' },
  origin_refused: {
    kind: 'UNAUTHORIZED',
    status: 403,
    message: 'This request came from another site and was refused.',
  },
  input_invalid: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: 'Please correct the marked fields: {fields}.',
  },
  body_unreadable: {
    kind: 'VALIDATION_ERROR',
    status: 400,
    message: 'The request body could not be read as JSON.',
  },
  body_too_large: {
    kind: 'VALIDATION_ERROR',
    status: 413,
    message: 'The request is larger than {limit} bytes.',
  },
  media_type_unsupported: {
    kind: 'VALIDATION_ERROR',
    status: 415,
    message: 'Send the request body as application/json.',
  },
  upload_expected: {
    kind: 'VALIDATION_ERROR',
    status: 415,
    message: 'Send one file as multipart/form-data.',
  },
  upload_too_large: {
    kind: 'VALIDATION_ERROR',
    status: 413,
    message: 'This file is larger than {limit} MB.',
  },
  upload_broken_off: {
    kind: 'VALIDATION_ERROR',
    status: 400,
    message: 'The file did not arrive whole. Please try again.',
  },
  route_not_found: { kind: 'VALIDATION_ERROR', status: 404, message: 'There is nothing at {method} {path}.' },
  too_many_requests: {
    kind: 'VALIDATION_ERROR',
    status: 429,
    message: 'Too many requests. Please try again in {seconds} seconds.',
  },
  unavailable: {
    kind: 'SERVER_ERROR',
    status: 503,
    message: 'The service is starting or stopping. Please try again in a moment.',
  },
  unexpected: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: unexpectedSentence,
  },
  refused_on_the_way: {
    // A 4xx that is not ours, such as a proxy's: asking again would get the same.
    kind: 'SERVER_ERROR',
    status: 400,
    message: unexpectedSentence,
  },
  network: { kind: 'NETWORK_ERROR', status: 0, message: 'Network connection error. Please try again!' },
  // The frame
  notification_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'This notification is no longer there.',
  },
} as const satisfies Record<string, ErrorRow>;
