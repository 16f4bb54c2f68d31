/** Rules of campaigns that screens and server read alike. No zod: the web app loads them. */

/** running: calls are placed when hours and lines allow · paused: no new calls, goes on where it was · stopped: ended. */
export const campaignStatuses = ['running', 'paused', 'stopped'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

export const campaignStatusLabels: Readonly<Record<CampaignStatus, string>> = {
  running: 'Running',
  paused: 'Paused',
  stopped: 'Stopped',
};

/** Why a campaign has the status it has, where nobody chose it: it finished, or something made it pause. */
export const campaignStatusReasons = [
  'finished',
  'breaker',
  'no_agent',
  'no_number',
  'email_unverified',
] as const;
export type CampaignStatusReason = (typeof campaignStatusReasons)[number];

/** What staff read for each reason. */
export const campaignStatusReasonLabels: Readonly<Record<CampaignStatusReason, string>> = {
  finished: 'Everybody on the list has been called.',
  breaker: 'Paused because too many calls failed one after another.',
  no_agent: 'Paused because its agent was deleted or switched off.',
  no_number: 'Paused because none of its phone numbers is left.',
  email_unverified: 'Paused because the email of the workspace owner is not verified yet.',
};

/** Power: so many lines for each free agent line · Predictive: by answer rate, few abandoned · Dynamic: by what the lines bear. */
export const dialingModes = ['predictive', 'power', 'dynamic'] as const;
export type DialingMode = (typeof dialingModes)[number];
export const dialingModeLabels: Readonly<Record<DialingMode, { label: string; about: string }>> = {
  predictive: {
    label: 'Predictive',
    about: 'Dials ahead by how many people answer, and keeps abandoned calls under 3 %.',
  },
  power: { label: 'Power', about: 'Dials a fixed number of people for each free line.' },
  dynamic: { label: 'Dynamic', about: 'Starts slowly and adapts to answers and to how well the calls go.' },
};

/** waiting: to be called, now or later · calling: on the line · done: talked · failed: not reached, no more attempts. */
export const contactStates = ['waiting', 'calling', 'done', 'failed', 'do_not_call', 'removed'] as const;
export type ContactState = (typeof contactStates)[number];
export const contactStateLabels: Readonly<Record<ContactState, string>> = {
  waiting: 'Waiting',
  calling: 'On the line',
  done: 'Talked',
  failed: 'Not reached',
  do_not_call: 'Do not call',
  removed: 'Removed',
};

/** Why a contact is where it is: why it waits, or how it ended. */
export const contactReasonLabels = {
  not_called_yet: 'Waits for its turn',
  daily_limit: 'Was called often enough today',
  on_another_call: 'Another campaign is calling this number; waits until that is over',
  retry_busy: 'Was busy and is called again',
  retry_no_answer: 'Did not answer and is called again',
  retry_voicemail: 'Voicemail answered; is called again',
  retry_failed: 'The call failed and is placed again',
  retry_by_staff: 'Somebody of your team asked for another call',
  callback: 'Asked to be called back',
  on_the_line: 'Is being called now',
  talked: 'Talked with the agent',
  voicemail: 'Only voicemail answered',
  no_answer: 'Did not answer',
  busy: 'Was busy',
  unreachable: 'The number is not in service',
  call_failed: 'The calls failed',
  opted_out: 'Asked not to be called again',
  on_do_not_call_list: 'Stands on your do-not-call list',
  removed_by_staff: 'Somebody of your team removed it',
} as const satisfies Record<string, string>;
export type ContactReason = keyof typeof contactReasonLabels;
export const contactReasons = Object.keys(contactReasonLabels) as ContactReason[];

/** Why a row of a file was refused. */
export const refusalLabels = {
  phone_missing: 'There is no phone number in this row',
  phone_invalid: 'This is no phone number',
  duplicate: 'This number stands further up in the file, or in the campaign already',
  do_not_call: 'This number is on your do-not-call list',
  consent_missing: 'The row does not say that the person agreed to be called',
  row_broken: 'The row cannot be read',
  over_limit: 'The campaign is full',
} as const satisfies Record<string, string>;
export type RefusalReason = keyof typeof refusalLabels;
export const refusalReasons = Object.keys(refusalLabels) as RefusalReason[];

/** Fields that a file's columns can be mapped to besides the merge fields: they steer the calls, and nobody says them aloud. */
export const campaignFields = [
  { field_name: 'consent', field_description: 'Whether the person agreed to be called (yes or no)' },
  { field_name: 'time_zone', field_description: "The person's time zone, such as America/Chicago" },
] as const;

/** The product field that must be mapped. */
export const phoneField = 'phone_number';

export const campaignLimits = {
  nameLength: 120,
  campaigns: 1_000,
  contacts: 1_000_000,
  fileBytes: 10 * 1024 * 1024,
  fileRows: 200_000,
  columns: 200,
  fieldValueLength: 500,
  numbers: 50,
  liveCalls: 1_000,
  callsPerSecond: 100,
  attempts: 10,
  holidays: 100,
} as const;

/** How a campaign paces and retries. Delays in minutes; weekdays by ISO 8601, Monday 1 to Sunday 7; holidays `YYYY-MM-DD`. */
export type CampaignRules = {
  weekdays: number[];
  holidays: string[];
  max_live_calls: number;
  calls_per_second: number;
  /** Power mode: lines dialled for each free one. */
  lines_per_agent: number;
  max_attempts: number;
  retry_after_minutes: { busy: number; no_answer: number; voicemail: number; failed: number };
  /** Rows that do not say the person agreed are refused. */
  requires_consent: boolean;
};

/** What a new campaign begins with. */
export const defaultCampaignRules: CampaignRules = {
  weekdays: [1, 2, 3, 4, 5],
  holidays: [],
  max_live_calls: 10,
  calls_per_second: 1,
  lines_per_agent: 1.5,
  max_attempts: 3,
  retry_after_minutes: { busy: 30, no_answer: 240, voicemail: 1_440, failed: 60 },
  requires_consent: false,
};

/** What holds for every campaign of a workspace. Times are those of the person who is called, `HH:MM`. */
export type CallingRules = {
  legal_start: string;
  legal_end: string;
  /** Calls to one number in one day of its own, over all campaigns. */
  calls_per_day: number;
  /** All campaigns of the workspace together. */
  max_live_calls: number;
  holidays: string[];
  /** Spoken before the welcome of campaign calls. */
  disclosure: { is_on: boolean; text: string; offers_opt_out_key: boolean };
};

export const defaultCallingRules: CallingRules = {
  legal_start: '08:00',
  legal_end: '21:00',
  calls_per_day: 3,
  max_live_calls: 100,
  holidays: [],
  disclosure: {
    is_on: false,
    text: 'This call is recorded.',
    offers_opt_out_key: false,
  },
};

/** State rules read by buttons, their disabled reasons and the server alike (CAMP-5: any status to any other). */
export const campaignCan = {
  become: (status: CampaignStatus, wanted: CampaignStatus): boolean => status !== wanted,
  dial: (campaign: { campaign_status: string }): boolean => campaign.campaign_status === 'running',
};

/** Whether a contact can be called again by staff, or taken off the campaign. */
export const contactCan = {
  retry: (contact: { state: ContactState }): boolean =>
    contact.state !== 'waiting' && contact.state !== 'calling',
  remove: (contact: { state: ContactState }): boolean =>
    contact.state !== 'calling' && contact.state !== 'removed',
};
