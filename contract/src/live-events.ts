import { z } from 'zod';
import { CallNote, CallState, CallTurn, EndReasonId } from './calls.ts';

/**
 * What the server tells a workspace's open screens, over Server-Sent Events at `/api/v1/live`.
 * Each event's SSE `id` grows; a client that reconnects with `Last-Event-ID` gets what it missed, or
 * `feed.reset` when that is too long ago, and then refetches what it shows.
 */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('feed.ready') }),
  z.object({ type: z.literal('feed.reset') }),
  z.object({
    type: z.literal('call.changed'),
    callId: z.string(),
    state: CallState,
    direction: z.int(),
    agentName: z.string(),
    fromNumber: z.string(),
    toNumber: z.string(),
    endReason: EndReasonId.nullable(),
  }),
  /** Who speaks now, as shown in the live view. */
  z.object({
    type: z.literal('call.speaking'),
    callId: z.string(),
    speaker: z.enum(['agent', 'customer', 'nobody']),
  }),
  /** Words that may still change. An empty text takes the line away. */
  z.object({
    type: z.literal('call.partial'),
    callId: z.string(),
    speaker: z.enum(['agent', 'customer']),
    text: z.string(),
  }),
  z.object({ type: z.literal('call.turn'), callId: z.string(), turn: CallTurn }),
  z.object({ type: z.literal('call.note'), callId: z.string(), note: CallNote }),
  z.object({ type: z.literal('call.analysed'), callId: z.string() }),
  /** Its recording can be played: before or after its analysis. */
  z.object({ type: z.literal('call.recorded'), callId: z.string() }),
  z.object({ type: z.literal('agent.changed'), agentId: z.string() }),
  z.object({ type: z.literal('agent-tests.changed'), agentId: z.string() }),
  z.object({ type: z.literal('knowledge.changed'), knowledgeBaseId: z.string() }),
  z.object({ type: z.literal('notification.added'), notificationId: z.string() }),
  /** The user has read some or all of them, perhaps in another tab. */
  z.object({ type: z.literal('notifications.read'), userId: z.string() }),
  z.object({ type: z.literal('integrations.changed') }),
  /** Voices of a connected account came, went or changed. */
  z.object({ type: z.literal('voices.changed') }),
  /** Numbers came, went, or have another name or agent. */
  z.object({ type: z.literal('numbers.changed') }),
  /** Its settings, status or contacts are others, or figures moved: of figures at most one a second is told. */
  z.object({ type: z.literal('campaign.changed'), campaignId: z.string() }),
  /** How far a file has come; `done` and `failed` are told once. */
  z.object({
    type: z.literal('campaign.imported'),
    campaignId: z.string(),
    state: z.enum(['waiting', 'reading', 'done', 'failed']),
    /** 0 to 1. */
    progress: z.number(),
    imported: z.int(),
    refused: z.int(),
  }),
  z.object({ type: z.literal('do-not-call.changed') }),
]);
export type LiveEvent = z.output<typeof LiveEvent>;

/** Path of the feed below `/api/v1`. */
export const liveFeedPath = '/live';
