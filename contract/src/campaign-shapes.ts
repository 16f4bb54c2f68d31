import { z } from 'zod';
import { Disposition, EndReasonId } from './calls.ts';
import {
  campaignLimits,
  campaignStatuses,
  campaignStatusReasons,
  contactReasons,
  contactStates,
  dialingModes,
  refusalReasons,
} from './campaign-rules.ts';
import { SpokenLanguage } from './voices.ts';

export const CampaignStatusName = z.enum(campaignStatuses);
export const DialingModeName = z.enum(dialingModes);
export const ContactStateName = z.enum(contactStates);
export const ContactReasonName = z.enum(contactReasons);

/** `HH:MM`, 24 hours. */
export const ClockTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Give the time as hours and minutes, such as 09:00.');
/** `YYYY-MM-DD`. */
export const LocalDate = z.iso.date('Give the date as year, month and day, such as 2026-11-23.');
/** An IANA time zone, such as America/Chicago. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'There is no such time zone. Give one such as America/Chicago.');

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const Minutes = z.int().min(1).max(43_200);
export const CampaignRulesSchema = z.object({
  weekdays: z.array(z.int().min(1).max(7)).min(1, 'Choose at least one day of the week.').max(7),
  holidays: z.array(LocalDate).max(campaignLimits.holidays),
  max_live_calls: z.int().min(1).max(campaignLimits.liveCalls),
  calls_per_second: z.number().min(0.1).max(campaignLimits.callsPerSecond),
  lines_per_agent: z.number().min(1).max(5),
  max_attempts: z.int().min(1).max(campaignLimits.attempts),
  retry_after_minutes: z.object({
    busy: Minutes,
    no_answer: Minutes,
    voicemail: Minutes,
    failed: Minutes,
  }),
  requires_consent: z.boolean(),
});

export const CallingRulesSchema = z.object({
  legal_start: ClockTime,
  legal_end: ClockTime,
  calls_per_day: z.int().min(1).max(20),
  max_live_calls: z.int().min(1).max(10_000),
  holidays: z.array(LocalDate).max(campaignLimits.holidays),
  disclosure: z.object({
    is_on: z.boolean(),
    text: z.string().trim().min(1).max(500),
    offers_opt_out_key: z.boolean(),
  }),
});

/** What became of a file on its way into the campaign. */
export const CampaignImport = z.object({
  id: z.string(),
  file_name: z.string(),
  state: z.enum(['waiting', 'reading', 'done', 'failed']),
  /** Why it failed, in words for staff. */
  problem: z.string(),
  /** 0 to 1. */
  progress: z.number(),
  rows: z.int(),
  imported: z.int(),
  refused: z.int(),
  /** How many rows were refused, by reason; reasons without rows are left out. */
  refused_by_reason: z.partialRecord(z.enum(refusalReasons), z.int()),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type CampaignImport = z.output<typeof CampaignImport>;

/** Real figures of a campaign, kept as calls end (CAMP-4). */
export const CampaignFigures = z.object({
  calls_made: z.int(),
  answered: z.int(),
  voicemails: z.int(),
  /** Contacts that are still to be called, those on the line included. */
  remaining: z.int(),
  /** Part of the calls made, 0 to 1; 0 without calls. */
  answer_rate: z.number(),
  voicemail_rate: z.number(),
  live_calls: z.int(),
  contacts_by_state: z.record(ContactStateName, z.int()),
});
export type CampaignFigures = z.output<typeof CampaignFigures>;

/** A campaign with the wire names of the specification, and what it lacks. */
export const Campaign = z.object({
  id: z.string(),
  campaign_name: z.string(),
  /** In lower case. */
  campaign_status: z.string(),
  /** Why it has this status, where nobody of the team chose it. */
  status_reason: z.enum(campaignStatusReasons).nullable(),
  contacts_count: z.int(),
  /** Null when the agent was deleted. */
  assigned_agent_uuid: z.string().nullable(),
  agent_name: z.string(),
  /** ISO 8601; null when it begins as soon as it runs. */
  start_date_time: z.string().nullable(),
  /** The first of its numbers; null when all are gone. */
  phone_number_id: z.string().nullable(),
  phone_number_ids: z.array(z.string()),
  /** E.164, in the order of the ids. */
  phone_numbers: z.array(z.string()),
  dialing_mode: DialingModeName,
  /** Of start date and time; the hours are those of each contact. */
  time_zone: z.string(),
  /** `YYYY-MM-DD` and `HH:MM` in `time_zone`; the date is empty when none was set. */
  start_date: z.string(),
  /** Hours of each contact in which it is called. */
  start_time: z.string(),
  end_time: z.string(),
  rules: CampaignRulesSchema,
  figures: CampaignFigures,
  /** The latest file; null for a campaign without one. */
  import: CampaignImport.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Campaign = z.output<typeof Campaign>;

/** A person of a campaign. */
export const Contact = z.object({
  id: z.string(),
  /** E.164. */
  phone: z.string(),
  /** First and last name, or empty. */
  name: z.string(),
  /** What the file says of the person, by merge field. */
  fields: z.record(z.string(), z.string()),
  state: ContactStateName,
  reason: ContactReasonName,
  /** What the last call meant. */
  outcome: Disposition.nullable(),
  attempts: z.int(),
  /** IANA zone its hours are kept in; where a number can lie in several, the first of them. */
  time_zone: z.string(),
  /** ISO 8601: when it is called next, at the earliest; null when it is not. */
  next_at: z.string().nullable(),
  last_at: z.string().nullable(),
  last_call_id: z.string().nullable(),
  /** Line of the file, the heading being line 1; null for people added otherwise. */
  row_number: z.int().nullable(),
});
export type Contact = z.output<typeof Contact>;

/** Why this person was called, at this hour, by this number, with which version of the agent. */
export const Attempt = z.object({
  id: z.string(),
  /** 1 for the first. */
  attempt: z.int(),
  at: z.string(),
  /** The person's own clock at the moment of dialing: `YYYY-MM-DD HH:MM`, and its zone. */
  local_time: z.string(),
  time_zone: z.string(),
  from_number: z.string(),
  agent_id: z.string().nullable(),
  /** Empty when it was deleted. */
  agent_name: z.string(),
  agent_version: z.int().nullable(),
  call_id: z.string().nullable(),
  state: z.enum(['claimed', 'dialed', 'ended']),
  end_reason: EndReasonId.nullable(),
  outcome: Disposition.nullable(),
  /** What was checked before, each in words: hours, do-not-call list, consent, calls of the day, why this number. */
  checks: z.array(z.object({ check: z.string(), result: z.string() })),
});
export type Attempt = z.output<typeof Attempt>;

/** What a campaign would do, said before it begins. */
export const FlightCheck = z.object({
  contacts: z.int(),
  refused_by_reason: z.partialRecord(z.enum(refusalReasons), z.int()),
  /** Contacts that may be called right now by their own clock. */
  callable_now: z.int(),
  /** By zone: how many, what time it is there, when they may be called next (ISO 8601). */
  zones: z.array(
    z.object({
      time_zone: z.string(),
      contacts: z.int(),
      local_time: z.string(),
      next_slot: z.string().nullable(),
    }),
  ),
  /** Merge fields of prompt and greeting, with how many contacts lack them. */
  missing_fields: z.array(z.object({ field_name: z.string(), contacts: z.int() })),
  /** What some of the contacts will hear first, the emptiest first; no text where the agent waits for them to speak. */
  greetings: z.array(z.object({ contact_id: z.string(), phone: z.string(), text: z.string() })),
  /** Of the agent: what the greetings can be heard in; null without an agent. */
  voice_id: z.string().nullable(),
  /** What it speaks (BCP 47). */
  language: SpokenLanguage,
  /** ISO 8601; null when it cannot be told. */
  expected_finish: z.string().nullable(),
  /** What keeps it from running, in words; empty when nothing does. */
  problems: z.array(z.string()),
  warnings: z.array(z.string()),
});
export type FlightCheck = z.output<typeof FlightCheck>;

/** A simulated call, held with somebody of a simulated network as if it were with a person of the list. */
export const TriedCall = z.object({
  call_id: z.string(),
  contact_id: z.string(),
  /** Of the list: it is not rung. */
  phone: z.string(),
  name: z.string(),
  /** What whoever answers does, in words. */
  about: z.string(),
});
export type TriedCall = z.output<typeof TriedCall>;
