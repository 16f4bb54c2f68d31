import { z } from 'zod';
import { endReasonIds } from './end-reasons.ts';
import { idOf } from './ids.ts';
import { route } from './route.ts';

export const callLogPageSize = 10;

/** queued: row made, not yet sent · ringing: far end rings · talking: answered · ended: forever after. */
export const CallState = z.enum(['queued', 'ringing', 'talking', 'ended']);
export type CallState = z.output<typeof CallState>;

export const EndReasonId = z.enum(endReasonIds);
export const Sentiment = z.enum(['positive', 'negative', 'neutral', 'unknown']);
export type Sentiment = z.output<typeof Sentiment>;

/** What a call meant for the contact: a business outcome, unlike the end reason. */
export const Disposition = z.enum([
  'completed',
  'appointment_booked',
  'callback_requested',
  'transferred',
  'not_interested',
  'wrong_number',
  'do_not_call',
  'voicemail',
  'no_conversation',
  'not_reached',
]);
export type Disposition = z.output<typeof Disposition>;

/** A row of the call log with the wire names of the specification. */
export const CallLog = z.object({
  id: z.string(),
  /** 0 inbound, 1 outbound. */
  direction: z.int(),
  /** Digits without plus sign. */
  from_number: z.string(),
  to_number: z.string(),
  agent_name: z.string(),
  /** ISO 8601; the moment of the answer, or of the attempt when nobody answered. */
  start_timestamp: z.string(),
  end_timestamp: z.string().nullable(),
  user_sentiment: z.string(),
  disconnection_reason: z.string(),
  /** `ended`: successful; `ongoing`: still running; anything else failed. */
  call_status: z.string(),
  recording_url: z.string().nullable(),
  call_summary: z.string(),
  /** Lines beginning `Agent:` or `User:`. */
  transcription: z.string(),
  /** Staff talked to an agent in the browser, or had calls of a campaign tried: no phone rang. */
  is_simulation: z.boolean(),
  /** The campaign that placed it; null for other calls. */
  campaign_id: z.string().nullable(),
  /** Empty for other calls, and when the campaign was deleted. */
  campaign_name: z.string(),
});
export type CallLog = z.output<typeof CallLog>;

/**
 * Where the time of one answer went, in ms since the customer's last voiced frame.
 * What was not reached, or does not apply (a greeting), is null.
 */
export const TurnLatency = z.object({
  /** The turn was judged over. */
  endpointMs: z.number().nullable(),
  /** The recogniser gave its final text. */
  finalTranscriptMs: z.number().nullable(),
  /** First token of the language model. */
  firstTokenMs: z.number().nullable(),
  /** First audio of the synthesiser. */
  firstAudioMs: z.number().nullable(),
  /** First frame on the wire: what the caller waited. */
  firstFrameMs: z.number().nullable(),
});
export type TurnLatency = z.output<typeof TurnLatency>;

export const CallTurn = z.object({
  id: z.string(),
  speaker: z.enum(['agent', 'customer']),
  /** What was really heard: an interrupted agent turn ends where the customer cut in. */
  text: z.string(),
  /** From the start of the recording, in ms. */
  startMs: z.number(),
  endMs: z.number(),
  /** The customer cut in. */
  wasInterrupted: z.boolean(),
  /** How the customer said it. */
  by: z.enum(['speech', 'digits', 'typed']),
  /** Of agent turns that answer the customer. */
  latency: TurnLatency.nullable(),
});
export type CallTurn = z.output<typeof CallTurn>;

/** Something that happened in a call besides turns: a tool, digits, a failure of a provider and its recovery. */
export const CallNote = z.object({
  atMs: z.number(),
  kind: z.enum([
    'tool',
    /** What the agent looked up for its answer: a title a line. */
    'knowledge',
    'digits_sent',
    'digits_received',
    'provider_failed',
    'provider_recovered',
    /** The agent spoke with another voice than the one chosen. */
    'voice',
    'carrier',
    /** Asked not to be called again. */
    'opted_out',
    /** The call is handed over to a person, or was not. */
    'transfer',
    'held',
    'resumed',
    /** A call assistant answered for the person, and asked who calls. */
    'screened',
    /** It rang the person, who came to the phone. */
    'put_through',
  ]),
  text: z.string(),
  /** Of a tool: what it was asked, as the JSON text that the model wrote; it may be cut. */
  arguments: z.string().optional(),
});
export type CallNote = z.output<typeof CallNote>;

/** A function the agent ran in a call, and what came of it. */
export const CallFunctionRun = z.object({
  /** Names the run within its call. */
  run_id: z.string(),
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  /** What came of it, in the words of what was asked; null while it runs, or when the process died meanwhile. */
  result: z.string().nullable(),
  /** Of the HTTP answer, where there was one. */
  status: z.int().nullable(),
  took_ms: z.number().nullable(),
  started_at: z.string(),
});
export type CallFunctionRun = z.output<typeof CallFunctionRun>;

/** What became of handing a call over. `connected`: the customer and the person were put through. */
export const LegOutcome = z.enum([
  'connected',
  'declined',
  'no_answer',
  'busy',
  'unreachable',
  'voicemail',
  /** The customer, staff or the process ended the call meanwhile. */
  'canceled',
  'failed',
]);
export type LegOutcome = z.output<typeof LegOutcome>;

/** A further line of a call: the person it was handed to. */
export const CallLeg = z.object({
  id: z.string(),
  to_number: z.string(),
  /** What the person saw. */
  from_number: z.string(),
  transfer_type: z.enum(['cold_transfer', 'warm_transfer']),
  /** `refer`: the phone network was asked to hand it over. `join`: two lines were joined here. */
  method: z.enum(['refer', 'join']),
  /** Null while it goes on. */
  outcome: LegOutcome.nullable(),
  started_at: z.string(),
  answered_at: z.string().nullable(),
  connected_at: z.string().nullable(),
  ended_at: z.string().nullable(),
});
export type CallLeg = z.output<typeof CallLeg>;

export const CallDetail = CallLog.extend({
  state: CallState,
  agent_uuid: z.string().nullable(),
  end_reason: EndReasonId.nullable(),
  end_reason_label: z.string(),
  disposition: Disposition.nullable(),
  /** The analysis job has written summary and sentiment. */
  is_analysed: z.boolean(),
  duration_ms: z.number(),
  turns: z.array(CallTurn),
  notes: z.array(CallNote),
  /** What the agent did besides talking, in the order it was begun. */
  functions: z.array(CallFunctionRun),
  /** To whom the call was handed over, or was to be, oldest first. */
  legs: z.array(CallLeg),
  /** Peaks 0..1 for the waveform, agent and customer, of equal length; null without recording. */
  waveform: z.object({ agent: z.array(z.number()), customer: z.array(z.number()) }).nullable(),
  /** Median time the caller waited for an answer. */
  median_response_ms: z.number().nullable(),
});
export type CallDetail = z.output<typeof CallDetail>;

/** What is known of the person a call is with, by merge field. */
export const CallFields = z.record(z.string().min(1).max(50), z.string().max(500));
export type CallFields = z.output<typeof CallFields>;

const CallId = z.object({ id: idOf('call') });

export const callRoutes = {
  listLogs: route({
    method: 'GET',
    path: '/call-logs',
    summary: 'The call log, newest first, ten a page.',
    tag: 'Calls',
    access: 'signed-in',
    query: z.object({
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      page_size: z.coerce.number().int().min(1).max(100).default(callLogPageSize),
      campaign_id: idOf('campaign').optional().describe('Only the calls of a campaign.'),
    }),
    status: 200,
    answer: z.object({
      success: z.literal(true),
      data: z.array(CallLog),
      count: z.int(),
      pagination: z.object({
        current_page: z.int(),
        total_pages: z.int(),
        has_previous: z.boolean(),
        has_next: z.boolean(),
      }),
    }),
  }),
  get: route({
    method: 'GET',
    path: '/calls/{id}',
    summary: 'One call with turns, latency, notes and waveform.',
    tag: 'Calls',
    access: 'signed-in',
    params: CallId,
    status: 200,
    answer: z.object({ call: CallDetail }),
    errors: ['call_not_found'],
  }),
  testCall: route({
    method: 'POST',
    path: '/agent/test-call',
    summary: 'Rings a number and connects it with an agent.',
    tag: 'Calls',
    access: 'edit',
    body: z.object({
      to_number: z.string().trim().min(1).max(20),
      agent_id: idOf('agent'),
      /** Sample values of merge fields, by name. */
      fields: CallFields.optional(),
    }),
    status: 202,
    answer: z.object({ success: z.literal(true), call_id: z.string(), message: z.string() }),
    errors: [
      'agent_not_found',
      'number_invalid',
      'email_unverified',
      'no_route_for_number',
      'calls_at_limit',
      'test_call_failed',
    ],
    perMinute: 60,
  }),
  hangUp: route({
    method: 'POST',
    path: '/calls/{id}/hang-up',
    summary: 'Ends a running call. Does nothing to a call that has ended.',
    tag: 'Calls',
    access: 'review',
    params: CallId,
    status: 202,
    answer: z.object({ success: z.literal(true) }),
    errors: ['call_not_found'],
  }),
};

/** Path of a call's recording below `/api/v1`; served with range requests to its workspace only. */
export const recordingPath = (callId: string): string => `/calls/${callId}/recording`;
