import { z } from 'zod';
import { Disposition } from './calls.ts';
import { idOf } from './ids.ts';
import { route } from './route.ts';

/** `needs_reconnecting`: the account took its permission back, or it ran out; nothing works until somebody connects again. */
export const IntegrationState = z.enum(['not_connected', 'connected', 'needs_reconnecting']);
export type IntegrationState = z.output<typeof IntegrationState>;

/** What a connected integration does: agents book into a `calendar`; outcomes of calls are told as `messages`. */
export const IntegrationKind = z.enum(['calendar', 'messages']);
export type IntegrationKind = z.output<typeof IntegrationKind>;

/** A form that connects without being sent to the vendor, such as an address to paste. */
export const PasteForm = z.object({
  label: z.string(),
  description: z.string(),
  placeholder: z.string(),
});
export type PasteForm = z.output<typeof PasteForm>;

/** A card of the integrations screen: the specification's fields, and what the drawer shows besides. */
export const Integration = z.object({
  integration_name: z.string(),
  category: z.string(),
  description: z.string(),
  icon_res_image_url: z.string(),
  is_live: z.boolean(),
  connected: z.boolean(),
  /** Where `Connect` leads; null when it cannot be connected by being sent there: not live, no client, or the role does not allow it. */
  oauth_url: z.string().nullable(),
  display_name: z.string(),
  kind: IntegrationKind.nullable(),
  /** Of the connection; null without one. */
  id: z.string().nullable(),
  state: IntegrationState,
  /** The account it is connected with, as the vendor calls it; empty without one. */
  account: z.string(),
  connected_at: z.string().nullable(),
  /** Address to remove it at, below `/api/v1`; null when it cannot be removed. */
  remove_path: z.string().nullable(),
  /** Who registered the client this product introduces itself with: the operator, the workspace, or nobody yet. */
  client: z.enum(['operator', 'workspace', 'none']),
  /** What to enter at the vendor as redirect address; null when it is not live. */
  redirect_uri: z.string().nullable(),
  /** Where a client is registered. */
  client_url: z.string().nullable(),
  paste: PasteForm.nullable(),
});
export type Integration = z.output<typeof Integration>;

/** `HH:MM`, 24 hours; the end of a day is 24:00. */
const timeOfDay = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Give the time as HH:MM.');

/** Open from `from` until `until`, in the zone of the calendar. */
export const OpenHours = z
  .object({ from: timeOfDay, until: timeOfDay })
  .refine(({ from, until }) => from < until, 'The end must be after the start.');

/** When agents may book. Seven days, Monday first; a day without hours is closed. */
export const CalendarSettings = z.object({
  kind: z.literal('calendar'),
  /** The calendar appointments are written into. */
  calendar_id: z.string().min(1).max(300),
  /** Calendars whose appointments make the time busy. */
  busy_calendar_ids: z.array(z.string().min(1).max(300)).max(20),
  /** IANA name. */
  time_zone: z.string().min(1).max(60),
  hours: z.array(z.array(OpenHours).max(4)).length(7),
  slot_minutes: z.int().min(5).max(480),
  /** Kept free before and after other appointments. */
  buffer_minutes: z.int().min(0).max(240),
  /** Earliest appointment from now. */
  notice_minutes: z.int().min(0).max(20_160),
  /** Latest appointment from now. */
  horizon_days: z.int().min(1).max(180),
});
export type CalendarSettings = z.output<typeof CalendarSettings>;

/** Which calls are told, and how. */
export const MessageSettings = z.object({
  kind: z.literal('messages'),
  channels: z.array(z.object({ id: z.string().min(1).max(100), name: z.string().max(200) })).max(10),
  outcomes: z.array(Disposition).max(Disposition.options.length),
  include_test_calls: z.boolean(),
  /** False: of a number only its last four digits are told. */
  show_full_numbers: z.boolean(),
});
export type MessageSettings = z.output<typeof MessageSettings>;

export const IntegrationSettings = z.discriminatedUnion('kind', [CalendarSettings, MessageSettings]);
export type IntegrationSettings = z.output<typeof IntegrationSettings>;

/** A calendar or a channel of the account. */
export const IntegrationChoice = z.object({
  id: z.string(),
  name: z.string(),
  /** Of a calendar; empty else. */
  time_zone: z.string(),
  /** Appointments can be written into it, or messages sent to it. */
  is_writable: z.boolean(),
});
export type IntegrationChoice = z.output<typeof IntegrationChoice>;

const integrationName = z.string().min(1).max(60);
const IntegrationId = z.object({ id: idOf('integration') });
const VendorPath = z.object({ provider: z.string().min(1).max(60), service: z.string().min(1).max(60) });

export const integrationRoutes = {
  list: route({
    method: 'GET',
    path: '/integrations/fetch-integration',
    summary: 'The integrations, connected or not, those to come last.',
    tag: 'Integrations',
    access: 'signed-in',
    status: 200,
    answer: z.array(Integration),
  }),
  getSettings: route({
    method: 'GET',
    path: '/integrations/{id}/settings',
    summary:
      'How a connected integration is set, with the calendars or channels of its account to choose from.',
    tag: 'Integrations',
    access: 'signed-in',
    params: IntegrationId,
    status: 200,
    answer: z.object({ settings: IntegrationSettings, choices: z.array(IntegrationChoice) }),
    errors: ['integration_not_found', 'integration_needs_reconnecting', 'integration_unreachable'],
  }),
  saveSettings: route({
    method: 'PUT',
    path: '/integrations/{id}/settings',
    summary: 'Sets a connected integration.',
    tag: 'Integrations',
    access: 'manage',
    params: IntegrationId,
    body: IntegrationSettings,
    status: 200,
    answer: z.object({ settings: IntegrationSettings }),
    errors: ['integration_not_found', 'integration_settings_unfit'],
  }),
  saveClient: route({
    method: 'PUT',
    path: '/integrations/client',
    summary:
      'Keeps the client this workspace registered at a vendor. The secret is stored encrypted and never told again.',
    tag: 'Integrations',
    access: 'manage',
    body: z.object({
      integration_name: integrationName,
      client_id: z.string().trim().min(1).max(300),
      client_secret: z.string().trim().min(1).max(300),
    }),
    status: 200,
    answer: z.object({ success: z.literal(true) }),
    errors: ['integration_not_found'],
    perMinute: 30,
  }),
  removeClient: route({
    method: 'POST',
    path: '/integrations/client/remove',
    summary: 'Forgets the client of this workspace. What is connected stays connected.',
    tag: 'Integrations',
    access: 'manage',
    body: z.object({ integration_name: integrationName }),
    status: 200,
    answer: z.object({ success: z.literal(true) }),
    errors: ['integration_not_found'],
  }),
  paste: route({
    method: 'POST',
    path: '/integrations/paste',
    summary: 'Connects an integration by an address made at the vendor, after trying it.',
    tag: 'Integrations',
    access: 'manage',
    body: z.object({ integration_name: integrationName, value: z.string().trim().min(1).max(2_000) }),
    status: 201,
    answer: z.object({ id: z.string() }),
    errors: ['integration_not_found', 'integration_value_refused', 'integration_unreachable'],
    perMinute: 10,
  }),
  /** Browsers go there: refusals lead back to the screen, which is why anyone may ask. */
  connect: route({
    method: 'GET',
    path: '/auth-master/{provider}/{service}/connect',
    summary: 'Sends a signed-in manager to the vendor to allow the connection.',
    tag: 'Integrations',
    access: 'public',
    params: VendorPath,
    status: 200,
    answer: z.object({}),
    perMinute: 30,
  }),
  callback: route({
    method: 'GET',
    path: '/auth-master/{provider}/{service}/callback',
    summary: 'Where the vendor sends the browser back to; stores the connection and leads to the screen.',
    tag: 'Integrations',
    access: 'public',
    params: VendorPath,
    query: z.object({
      code: z.string().max(4_000).optional(),
      state: z.string().max(200).optional(),
      error: z.string().max(200).optional(),
    }),
    status: 200,
    answer: z.object({}),
    perMinute: 30,
  }),
  remove: route({
    method: 'POST',
    path: '/auth-master/{provider}/{service}/remove',
    summary: 'Removes an integration and takes its permission back at the vendor.',
    tag: 'Integrations',
    access: 'manage',
    params: VendorPath,
    status: 200,
    answer: z.object({ success: z.literal(true) }),
    errors: ['remove_endpoint_not_found', 'integration_not_found'],
  }),
};

/** Path of an integration's icon below `/api/v1`. */
export const integrationIconPath = (name: string): string => `/integrations/icons/${name}`;
