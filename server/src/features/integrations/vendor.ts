import type {
  IntegrationChoice,
  IntegrationKind,
  IntegrationSettings,
  PasteForm,
} from '@parley/contract/integrations';
import type { CallFacts } from '@parley/contract/workspace-events';

/** What this product is registered as at a vendor (RFC 6749 section 2). */
export type OAuthClient = { clientId: string; clientSecret: string };

/** What a vendor gave. Stored encrypted as a whole. */
export type Grant = {
  /** The client it was given to: it can be refreshed by no other. Null for a pasted address. */
  client: OAuthClient | null;
  /** The token that requests carry, or the address that was pasted. */
  accessToken: string;
  refreshToken: string | null;
  /** Null: it does not run out. */
  expiresAtMs: number | null;
};

export type VendorProblem =
  /** The token of this request is not taken; another may be. */
  | 'unauthorised'
  /** The account took its permission back, or it ran out: only connecting again helps. */
  | 'revoked'
  /** Not now: overloaded, unreachable, too slow, or an answer that makes no sense. */
  | 'unavailable'
  /** Too many requests. */
  | 'rate_limited'
  /** Never in this form: asking again would get the same. */
  | 'refused'
  | 'not_found'
  | 'already_there';

/** What went wrong at a vendor. The message is for the log: a static sentence or a code, never personal data. */
export class VendorError extends Error {
  override readonly name = 'VendorError';
  readonly problem: VendorProblem;
  /** What the vendor asks to wait, in ms. */
  readonly retryAfterMs: number | undefined;
  constructor(
    problem: VendorProblem,
    message: string,
    options: ErrorOptions & { retryAfterMs?: number } = {},
  ) {
    super(message, options);
    this.problem = problem;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** A time during which something stands in a calendar, in ms since 1970. */
export type Interval = { startMs: number; endMs: number };

export type NewEvent = Interval & {
  calendarId: string;
  /** Lower-case base32hex (RFC 4648 section 7): writing the same id twice writes one event. */
  eventId: string;
  timeZone: string;
  summary: string;
  description: string;
  /** Email addresses, which are sent an invitation. */
  attendees: readonly string[];
};

/** A calendar account; each call carries the token and ends with the signal. */
export interface VendorCalendar {
  /** When the calendars are busy. A calendar that cannot be read is an error: it is never taken as free. */
  listBusy(
    token: string,
    range: Interval & { calendarIds: readonly string[] },
    signal: AbortSignal,
  ): Promise<Interval[]>;
  /** `already_there` when the id was written before. */
  insertEvent(token: string, event: NewEvent, signal: AbortSignal): Promise<void>;
  /** Undefined when there is none, or it was deleted. */
  findEvent(
    token: string,
    at: { calendarId: string; eventId: string },
    signal: AbortSignal,
  ): Promise<Interval | undefined>;
  /** Does nothing when it is gone already. */
  deleteEvent(token: string, at: { calendarId: string; eventId: string }, signal: AbortSignal): Promise<void>;
}

/** A call as messages tell it. */
export type CallMessage = {
  call: CallFacts;
  callUrl: string;
  productName: string;
  showsFullNumbers: boolean;
};

export interface VendorMessages {
  send(token: string, channelId: string, message: CallMessage, signal: AbortSignal): Promise<void>;
}

/** What a fresh grant is connected with. */
export type FirstSettings = { account: string; settings: IntegrationSettings };

/** A vendor whose settings of the environment are read. */
export type OpenVendor = {
  operatorClient: OAuthClient | undefined;
  oauth: {
    authorizeUrl(journey: {
      client: OAuthClient;
      redirectUri: string;
      state: string;
      codeChallenge: string;
    }): string;
    exchangeCode(
      journey: { client: OAuthClient; redirectUri: string; code: string; codeVerifier: string },
      signal: AbortSignal,
    ): Promise<Grant>;
    refresh(grant: Grant, signal: AbortSignal): Promise<Grant>;
    revoke(grant: Grant, signal: AbortSignal): Promise<void>;
  };
  findFirstSettings(token: string, signal: AbortSignal): Promise<FirstSettings>;
  /** The calendars or channels to choose from. */
  listChoices(token: string, signal: AbortSignal): Promise<IntegrationChoice[]>;
  /** Takes an address made at the vendor after trying it. `refused` says, for the user, what is wrong with it. */
  paste?: {
    form: PasteForm;
    connect(value: string, signal: AbortSignal): Promise<FirstSettings & { grant: Grant }>;
  };
  calendar?: VendorCalendar;
  messages?: VendorMessages;
};

/** An integration one can connect: one folder and one line in the list. */
export type IntegrationVendor = {
  /** `integration_name` on the wire, and the name of its icon. */
  name: string;
  displayName: string;
  category: string;
  description: string;
  kind: IntegrationKind;
  /** Its addresses: `/auth-master/<provider>/<service>/...`. */
  provider: string;
  service: string;
  /** Where a client is registered. */
  clientUrl: string;
  /** Reads its own variables, such as the client and other addresses for tests. */
  open(environment: Readonly<Record<string, string | undefined>>): OpenVendor;
};

/** An integration that is to come. */
export type UpcomingIntegration = Pick<
  IntegrationVendor,
  'name' | 'displayName' | 'category' | 'description'
>;
