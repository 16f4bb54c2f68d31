import { accountsErrors } from './error-catalogue/accounts.ts';
import { agentsErrors } from './error-catalogue/agents.ts';
import { apiAccessErrors } from './error-catalogue/api-access.ts';
import { callsErrors } from './error-catalogue/calls.ts';
import { campaignsErrors } from './error-catalogue/campaigns.ts';
import type { ErrorKind, ErrorRow } from './error-catalogue/error-row.ts';
import { integrationsErrors } from './error-catalogue/integrations.ts';
import { numberShopsErrors } from './error-catalogue/number-shops.ts';
import { requestsErrors } from './error-catalogue/requests.ts';
import { screenFailures } from './error-catalogue/screen-failures.ts';
import { teamErrors } from './error-catalogue/team.ts';

export type { ErrorKind } from './error-catalogue/error-row.ts';

/** Toast title of each kind (ERR-1); `Error` for the rest. */
export const errorTitles: Record<ErrorKind, string> = {
  UNAUTHORIZED: 'Unauthorized',
  INVALID_CREDENTIALS: 'Invalid Credentials',
  VALIDATION_ERROR: 'Validation Error',
  NETWORK_ERROR: 'Network Error',
  SERVER_ERROR: 'Error',
};

/**
 * Every error a client of the API can receive, by code; a file an area in `error-catalogue/`. Server and screens read this one
 * table; a sentence's `{name}` is a parameter TypeScript demands.
 */
export const errors = {
  ...screenFailures,
  ...requestsErrors,
  ...apiAccessErrors,
  ...accountsErrors,
  ...agentsErrors,
  ...callsErrors,
  ...numberShopsErrors,
  ...campaignsErrors,
  ...teamErrors,
  ...integrationsErrors,
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
