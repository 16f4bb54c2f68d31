/** Why a request to the outside got no answer. */
export type OutboundFailure =
  | 'url_invalid'
  | 'address_refused'
  | 'name_not_found'
  | 'timed_out'
  | 'connection_failed'
  | 'tls_failed'
  | 'answer_broken'
  | 'too_many_redirects';

/** A request to the outside that got no answer. The message is a sentence that staff may read. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly failure: OutboundFailure;
  constructor(failure: OutboundFailure, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.failure = failure;
  }
}

export type OutboundRequest = {
  /** Default GET. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** For all of it, redirects and reading the answer included. Default 15 s. */
  timeoutMs?: number;
  /** What is read of the answer at most; the rest is left unread. Default 1 MiB. */
  maxAnswerBytes?: number;
  /** Redirects followed at most, each held to the same rules; only of GET and HEAD. Default 0. */
  maxRedirects?: number;
  signal?: AbortSignal;
};

export type OutboundAnswer = {
  status: number;
  /** By name in lower case; of a repeated header the values joined by commas. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  /** There was more than `maxAnswerBytes`. */
  isCut: boolean;
  /** Where the answer came from, after redirects. */
  url: string;
};

/**
 * Requests to addresses that customers typed in. The name is resolved once and the address connected to is the one
 * that was checked, so that a name cannot lead into the operator's own network, not even one that changes in between.
 */
export interface Outbound {
  /** Answers of any status are answers. Throws OutboundError when there was none. */
  fetch(url: string | URL, request?: OutboundRequest): Promise<OutboundAnswer>;
  /** Refuses at once what could never be asked: throws OutboundError `url_invalid` or `address_refused`. */
  checkUrl(url: string | URL): URL;
  close(): Promise<void>;
}
