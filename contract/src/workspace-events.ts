import { z } from 'zod';
import { Disposition, EndReasonId, Sentiment } from './calls.ts';
import { campaignStatuses, campaignStatusReasons } from './campaign-rules.ts';

/** A call as events tell it. Times are ISO 8601; numbers E.164, empty when withheld. */
export const CallFacts = z.object({
  id: z.string(),
  direction: z.enum(['inbound', 'outbound']),
  agent_id: z.string().nullable(),
  agent_name: z.string(),
  from_number: z.string(),
  to_number: z.string(),
  /** A test call does not count in the figures of the business. */
  is_test: z.boolean(),
  /** Staff talked to the agent in the browser: it counts in no figures at all. */
  is_simulation: z.boolean().optional(),
  created_at: z.string(),
  answered_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** From the answer to the end; 0 when nobody answered. */
  duration_ms: z.number(),
  end_reason: EndReasonId.nullable(),
  disposition: Disposition.nullable(),
  sentiment: Sentiment.nullable(),
  summary: z.string(),
  /** Median time the customer waited for an answer; null until analysed, and where nothing was measured. */
  median_response_ms: z.number().nullable(),
  /** The campaign and the person of it that the call is for; null for calls of no campaign. */
  campaign_id: z.string().nullable(),
  contact_id: z.string().nullable(),
});
export type CallFacts = z.output<typeof CallFacts>;

/** A webhook as events tell it. `reason`: its receiver answered 410 Gone, or nothing got through for days. */
export const WebhookFacts = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  reason: z.enum(['gone', 'failing']),
});
export type WebhookFacts = z.output<typeof WebhookFacts>;

/** A campaign as events tell it. */
export const CampaignFacts = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(campaignStatuses),
  /** Why it finished or paused by itself. */
  status_reason: z.enum(campaignStatusReasons).nullable(),
  contacts: z.number(),
  calls_made: z.number(),
  answered: z.number(),
});
export type CampaignFacts = z.output<typeof CampaignFacts>;

/** Somebody who asked in a call not to be called again. */
export const OptOutFacts = z.object({
  /** E.164. */
  phone: z.string(),
  /** Said so · pressed the key · the summary of the call found it. */
  source: z.enum(['spoken', 'key', 'analysis']),
  words: z.string(),
  call_id: z.string().nullable(),
});
export type OptOutFacts = z.output<typeof OptOutFacts>;

/**
 * What happens in a workspace, told inside the product to the features that answer it and outside to its webhooks,
 * in the same words. An event is told in the transaction that makes it true.
 */
export const WorkspaceEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call.started'), data: z.object({ call: CallFacts }) }),
  /** A call that nobody answered has its summary, sentiment and disposition already, and is told as analysed right after. */
  z.object({ type: z.literal('call.ended'), data: z.object({ call: CallFacts }) }),
  /** Summary, sentiment and disposition are written. */
  z.object({ type: z.literal('call.analysed'), data: z.object({ call: CallFacts }) }),
  /** Everybody on a campaign's list has been called. */
  z.object({ type: z.literal('campaign.finished'), data: z.object({ campaign: CampaignFacts }) }),
  /** A campaign paused by itself: too many calls failed, or its agent or numbers are gone. */
  z.object({ type: z.literal('campaign.paused'), data: z.object({ campaign: CampaignFacts }) }),
  /** Somebody asked not to be called again, and no campaign will. */
  z.object({ type: z.literal('contact.opted_out'), data: z.object({ opt_out: OptOutFacts }) }),
  /** A webhook was switched off because its receiver is gone or has failed for days. */
  z.object({ type: z.literal('webhook.disabled'), data: z.object({ webhook: WebhookFacts }) }),
  /** Its account no longer accepts the connection: nothing works with it until somebody connects it again. */
  z.object({
    type: z.literal('integration.broken'),
    data: z.object({ integration_name: z.string(), display_name: z.string(), account: z.string() }),
  }),
]);
export type WorkspaceEvent = z.output<typeof WorkspaceEvent>;
export type WorkspaceEventType = WorkspaceEvent['type'];
export type WorkspaceEventOf<T extends WorkspaceEventType> = Extract<WorkspaceEvent, { type: T }>;

/** Every type of event, with what staff read when they choose it. */
export const workspaceEventLabels: Readonly<Record<WorkspaceEventType, string>> = {
  'call.started': 'A call starts',
  'call.ended': 'A call ends',
  'call.analysed': 'A call has its summary, sentiment and outcome',
  'campaign.finished': 'A campaign has called everybody on its list',
  'campaign.paused': 'A campaign pauses by itself',
  'contact.opted_out': 'Somebody asks not to be called again',
  'webhook.disabled': 'A webhook is switched off because it keeps failing',
  'integration.broken': 'An integration needs to be connected again',
};
