import { z } from 'zod';
import { idOf } from './ids.ts';
import { route } from './route.ts';
import { type WorkspaceEventType, workspaceEventLabels } from './workspace-events.ts';

/** Webhooks a workspace may have. */
export const webhookLimit = 20;
/** How long a delivery is kept, in days. */
export const deliveryRetentionDays = 30;
/** How long the old secret still signs after a new one was made, in hours. */
export const secretOverlapHours = 24;
/** Type of the event that `Send test event` sends; no workspace event has it. */
export const testEventType = 'webhook.test';

const eventTypes = Object.keys(workspaceEventLabels) as [WorkspaceEventType, ...WorkspaceEventType[]];

/** Why a webhook is off. `gone`: it answered 410; `failing`: nothing got through for days. */
export const DisabledReason = z.enum(['by_hand', 'gone', 'failing']);
export type DisabledReason = z.output<typeof DisabledReason>;

/** `waiting`: not sent yet, or to be tried again; `failed`: no more tries, until somebody replays it. */
export const DeliveryState = z.enum(['waiting', 'delivered', 'failed']);
export type DeliveryState = z.output<typeof DeliveryState>;

export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  isEnabled: z.boolean(),
  /** Null while it is on. */
  disabledReason: DisabledReason.nullable(),
  /** Since when nothing got through; null when the last delivery did. */
  failingSince: z.string().nullable(),
  /** Until when the secret before this one signs too. */
  previousSecretUntil: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  lastDelivery: z.object({ state: DeliveryState, at: z.string() }).nullable(),
});
export type Webhook = z.output<typeof Webhook>;

export const Delivery = z.object({
  id: z.string(),
  webhookId: z.string(),
  /** The `webhook-id` of the request: the same in every try, and what a receiver knows repeats by. */
  eventId: z.string(),
  eventType: z.string(),
  state: DeliveryState,
  createdAt: z.string(),
  attemptCount: z.int(),
  /** Status of the last answer; null when there was none. */
  lastStatus: z.int().nullable(),
  /** What went wrong last, in a sentence; empty when nothing did. */
  lastFailure: z.string(),
  nextAttemptAt: z.string().nullable(),
});
export type Delivery = z.output<typeof Delivery>;

export const DeliveryAttempt = z.object({
  number: z.int(),
  at: z.string(),
  durationMs: z.int(),
  status: z.int().nullable(),
  failure: z.string(),
  /** The first few kB of the answer. */
  answer: z.string(),
});
export type DeliveryAttempt = z.output<typeof DeliveryAttempt>;

/** A delivery with what was sent, byte for byte, and every try. */
export const DeliveryDetail = Delivery.extend({ body: z.string(), attempts: z.array(DeliveryAttempt) });
export type DeliveryDetail = z.output<typeof DeliveryDetail>;

const Url = z.string().trim().min(1, 'Enter the address of your server.').max(2_000);
const Description = z.string().trim().max(200);
const Events = z
  .array(z.enum(eventTypes))
  .min(1, 'Choose at least one event.')
  .max(50)
  .transform((types) => [...new Set(types)]);
const WebhookId = z.object({ id: idOf('webhook') });
const DeliveryId = z.object({ id: idOf('delivery') });

const base = { tag: 'Webhooks', access: 'manage', status: 200 } as const;

export const webhookRoutes = {
  list: route({
    ...base,
    method: 'GET',
    path: '/webhooks',
    summary: 'The webhooks of the workspace, and the events they can be sent.',
    answer: z.object({
      webhooks: z.array(Webhook),
      eventTypes: z.array(z.object({ type: z.string(), label: z.string() })),
    }),
  }),
  create: route({
    ...base,
    method: 'POST',
    path: '/webhooks',
    summary: 'Adds a webhook. The answer tells the secret that signs its events.',
    body: z.object({ url: Url, description: Description.default(''), events: Events }),
    status: 201,
    answer: z.object({ webhook: Webhook, secret: z.string() }),
    errors: ['webhook_url_refused', 'webhooks_at_limit'],
    perMinute: 60,
  }),
  save: route({
    ...base,
    method: 'PATCH',
    path: '/webhooks/{id}',
    summary: 'Changes a webhook, or switches it on or off.',
    params: WebhookId,
    body: z.object({
      url: Url.optional(),
      description: Description.optional(),
      events: Events.optional(),
      isEnabled: z.boolean().optional(),
    }),
    answer: z.object({ webhook: Webhook }),
    errors: ['webhook_not_found', 'webhook_url_refused'],
  }),
  remove: route({
    ...base,
    method: 'DELETE',
    path: '/webhooks/{id}',
    summary: 'Deletes a webhook with its deliveries.',
    params: WebhookId,
    answer: z.object({ success: z.literal(true) }),
    errors: ['webhook_not_found'],
  }),
  revealSecret: route({
    ...base,
    method: 'POST',
    path: '/webhooks/{id}/reveal-secret',
    summary: 'Tells the secret that signs the events of a webhook.',
    params: WebhookId,
    answer: z.object({ secret: z.string() }),
    errors: ['webhook_not_found'],
  }),
  rotateSecret: route({
    ...base,
    method: 'POST',
    path: '/webhooks/{id}/rotate-secret',
    summary: 'Makes a new secret; for 24 hours events are signed with the old one too.',
    params: WebhookId,
    answer: z.object({ webhook: Webhook, secret: z.string() }),
    errors: ['webhook_not_found'],
  }),
  test: route({
    ...base,
    method: 'POST',
    path: '/webhooks/{id}/test',
    summary: 'Sends an event of the type webhook.test.',
    params: WebhookId,
    status: 202,
    answer: z.object({ delivery: Delivery }),
    errors: ['webhook_not_found', 'webhook_disabled'],
    perMinute: 60,
  }),
  listDeliveries: route({
    ...base,
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    summary: 'Deliveries of the last 30 days, newest first.',
    params: WebhookId,
    query: z.object({
      state: DeliveryState.optional(),
      event: z.string().max(60).optional(),
      /** `nextBefore` of the page before. */
      before: idOf('delivery').optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    answer: z.object({ deliveries: z.array(Delivery), nextBefore: z.string().nullable() }),
    errors: ['webhook_not_found'],
  }),
  replayFailed: route({
    ...base,
    method: 'POST',
    path: '/webhooks/{id}/replay-failed',
    summary: 'Sends every failed delivery since a moment again, at most 1,000 at once.',
    params: WebhookId,
    body: z.object({ since: z.iso.datetime() }),
    status: 202,
    answer: z.object({ count: z.int() }),
    errors: ['webhook_not_found', 'webhook_disabled'],
    perMinute: 20,
  }),
  getDelivery: route({
    ...base,
    method: 'GET',
    path: '/webhook-deliveries/{id}',
    summary: 'One delivery with what was sent and what was answered.',
    params: DeliveryId,
    answer: z.object({ delivery: DeliveryDetail }),
    errors: ['delivery_not_found'],
  }),
  replay: route({
    ...base,
    method: 'POST',
    path: '/webhook-deliveries/{id}/replay',
    summary: 'Sends a delivery again, with the same id and body.',
    params: DeliveryId,
    status: 202,
    answer: z.object({ delivery: Delivery }),
    errors: ['delivery_not_found', 'webhook_disabled'],
    perMinute: 120,
  }),
};
