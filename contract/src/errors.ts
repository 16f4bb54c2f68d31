import { screenFailures } from './screen-failures.ts';

/**
 * Every error a client of the API can receive: kind, HTTP status, sentence and toast title.
 * Server and screens read this one table; a sentence's `{name}` is a parameter TypeScript demands.
 */
export type ErrorKind =
  | 'UNAUTHORIZED'
  | 'INVALID_CREDENTIALS'
  | 'VALIDATION_ERROR'
  | 'NETWORK_ERROR'
  | 'SERVER_ERROR';

type ErrorRow = { kind: ErrorKind; status: number; message: string; title?: string };

/** Toast title of each kind (ERR-1); `Error` for the rest. */
export const errorTitles: Record<ErrorKind, string> = {
  UNAUTHORIZED: 'Unauthorized',
  INVALID_CREDENTIALS: 'Invalid Credentials',
  VALIDATION_ERROR: 'Validation Error',
  NETWORK_ERROR: 'Network Error',
  SERVER_ERROR: 'Error',
};

const unexpectedSentence = 'An unexpected error occurred. Please try again.';

export const errors = {
  ...screenFailures,
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
  // Agents
  agent_not_found: { kind: 'VALIDATION_ERROR', status: 404, message: 'Agent not found' },
  agents_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to fetch voice agents' },
  agent_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to load agent data' },
  agent_not_created: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to create agent' },
  agent_not_saved: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to save agent.' },
  agent_not_deleted: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to delete agent.' },
  agent_status_not_changed: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to update agent status. Please try again.',
  },
  agent_is_draft: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message:
      "This agent is in draft mode. Please configure the agent's prompt, functions, and settings to enable activation.",
  },
  agent_inactive: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'This agent is switched off. Switch it on to place calls with it.',
  },
  agent_changed_meanwhile: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'Someone saved this agent at {savedAt}. Load it again before saving.',
  },
  agent_not_published: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to publish agent.' },
  agent_prompt_missing: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'Write what the agent should do, save it, then publish.',
  },
  agent_version_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'This version of the agent does not exist.',
  },
  function_cannot_be_tried: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: 'Only functions that call a web address can be tried.',
  },
  function_arguments_invalid: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: 'These arguments do not fit the function: {problem}',
  },
  // Knowledge and merge fields
  knowledge_bases_not_loaded: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to load knowledge bases',
  },
  knowledge_base_not_created: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to create knowledge base',
  },
  knowledge_base_not_deleted: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to delete knowledge base',
  },
  knowledge_base_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'This knowledge base does not exist.',
  },
  knowledge_item_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'This text or page is no longer in the knowledge base.',
  },
  knowledge_limit_reached: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'There is room for {limit} here. Remove something first.',
  },
  merge_fields_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to load company fields' },
  merge_field_not_created: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to create merge field' },
  merge_field_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'This merge field does not exist any more.',
  },
  merge_field_exists: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'There is a merge field called {name} already.',
  },
  merge_field_limit_reached: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'A workspace has room for {limit} merge fields.',
  },
  voices_not_loaded: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to load voice profiles. Please try again.',
  },
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
      'No carrier can reach {number} yet. Connect a SIP trunk, or dial a simulated number such as +14155550123.',
  },
  calls_at_limit: {
    kind: 'SERVER_ERROR',
    status: 503,
    message: 'All {limit} lines are busy. Please try again in a moment.',
  },
  email_unverified: {
    kind: 'UNAUTHORIZED',
    status: 403,
    message: 'Please verify your email before calling the outside network.',
  },
  // The frame
  notification_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'This notification is no longer there.',
  },
  // Team
  member_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'This person is not a member of the workspace.',
  },
  workspace_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'You do not belong to this workspace.',
  },
  last_owner: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'A workspace always has an owner. Make somebody else an owner first.',
  },
  invite_unverified: {
    kind: 'UNAUTHORIZED',
    status: 403,
    message: 'Please verify your email before inviting others.',
  },
  team_at_limit: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'A workspace has room for {limit} members and invitations.',
  },
  invitation_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'This invitation does not exist any more. A newer one may have been mailed to you.',
  },
  invitation_expired: {
    kind: 'VALIDATION_ERROR',
    status: 410,
    message: 'This invitation has expired. Ask for a new one.',
  },
  invitation_used: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'This invitation was accepted already. Log in to open the workspace.',
  },
  invitation_for_another: {
    kind: 'VALIDATION_ERROR',
    status: 403,
    message: 'This invitation was sent to {email}. Log in with that email to accept it.',
  },
  // Numbers and connections
  number_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'There is no phone number with id {id}.',
  },
  numbers_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to load phone numbers' },
  number_taken: { kind: 'VALIDATION_ERROR', status: 409, message: '{number} is already in use.' },
  number_not_saved: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to save changes' },
  connection_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'There is no connection with id {id}.',
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

export type ErrorCode = keyof typeof errors;

type ParamsIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsIn<Rest>
  : never;

/** The parameters of an error's sentence, by name. */
export type ErrorParams<Code extends ErrorCode> = {
  [Name in ParamsIn<(typeof errors)[Code]['message']>]: string | number;
};

type ParamsArgument<Code extends ErrorCode> = [ParamsIn<(typeof errors)[Code]['message']>] extends [never]
  ? []
  : [params: ErrorParams<Code>];

/** What is wrong with one field of the input. */
export type FieldProblem = { field: string; message: string };

/** The wire form of every error answer (API-2). */
export type ErrorAnswer = {
  error: { kind: ErrorKind; code: ErrorCode; message: string; details?: FieldProblem[]; requestId?: string };
  message: string;
};

/** The sentence of `code` with its parameters filled in. */
export function errorSentence<Code extends ErrorCode>(code: Code, ...[params]: ParamsArgument<Code>): string {
  const values: Record<string, string | number> = params ?? {};
  return errors[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** An error of the catalogue, thrown anywhere in the server and rebuilt by the web client. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: FieldProblem[] | undefined;
  readonly requestId: string | undefined;

  private constructor(code: ErrorCode, message: string, details?: FieldProblem[], requestId?: string) {
    super(message);
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }

  /** Makes the error of `code`; the sentence's parameters are demanded by type. */
  static of<Code extends ErrorCode>(code: Code, ...params: ParamsArgument<Code>): AppError {
    return new AppError(code, errorSentence(code, ...params));
  }

  /** Makes `input_invalid`, or another validation error, with what is wrong field by field. */
  static withDetails<Code extends ErrorCode>(
    code: Code,
    details: FieldProblem[],
    ...params: ParamsArgument<Code>
  ): AppError {
    return new AppError(code, errorSentence(code, ...params), details);
  }

  /** Rebuilds the error from an answer of the API. */
  static fromAnswer(answer: ErrorAnswer): AppError {
    const { code, message, details, requestId } = answer.error;
    return new AppError(code in errors ? code : 'unexpected', message, details, requestId);
  }

  get kind(): ErrorKind {
    return errors[this.code].kind;
  }

  get status(): number {
    return errors[this.code].status;
  }

  /** Toast title: the row's own, else that of its kind. */
  get title(): string {
    const row: ErrorRow = errors[this.code];
    return row.title ?? errorTitles[row.kind];
  }

  toAnswer(requestId?: string): ErrorAnswer {
    return {
      error: {
        kind: this.kind,
        code: this.code,
        message: this.message,
        ...(this.details && { details: this.details }),
        ...(requestId !== undefined && { requestId }),
      },
      message: this.message,
    };
  }
}
