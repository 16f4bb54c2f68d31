import type { Queries, Transaction } from '../../platform/db/database.ts';
import { type OutboundAnswer, OutboundError } from '../../platform/outbound/outbound.ts';
import type { Platform } from '../../platform/platform.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import {
  claimDue,
  countLeased,
  failWaiting,
  findDelivery,
  insertAttempt,
  saveDelivery,
} from './delivery-queries.ts';
import { lockAnyWebhook, saveWebhook } from './queries.ts';
import { concurrencyOf, findPauseMs, hasFailedTooLong } from './retry-rules.ts';
import { signEvent } from './sign-event.ts';
import { deliverJob } from './store-events.ts';
import type { DeliveryRow, WebhookRow } from './tables.ts';

/** Longest wait for a receiver. */
const timeoutMs = 15_000;
/** A process that dies while it sends holds the delivery this long. */
const leaseMs = 60_000;
/** How long one job goes on before it makes room for the webhooks of others. */
const turnMs = 30_000;
/** What is kept of an answer. */
const answerBytes = 4_096;

export type DeliverNeeds = {
  platform: Pick<Platform, 'db' | 'jobs' | 'events' | 'outbound' | 'secrets' | 'log'>;
  notifications: Pick<NotificationsFeature, 'notify'>;
  nowMs: () => number;
  random?: () => number;
};

type Claimed = { webhook: WebhookRow; delivery: DeliveryRow };
type Outcome = { at: Date; durationMs: number; status: number | null; failure: string; answer: string };

/**
 * Sends what is due to one webhook, one after another, until nothing is or enough others do the same. An event goes
 * out at least once: a process that dies after sending leaves it to the next, with the same id.
 */
export async function deliverDue(needs: DeliverNeeds, webhookId: string): Promise<void> {
  const { platform, nowMs } = needs;
  const endMs = nowMs() + turnMs;
  for (;;) {
    const claimed = await claim(needs, webhookId);
    if (claimed === undefined) return;
    const outcome = await send(needs, claimed);
    await platform.db.transaction((tx) => saveOutcome(tx, needs, claimed, outcome));
    if (nowMs() >= endMs) return await platform.jobs.enqueue(platform.db.queries, deliverJob, { webhookId });
  }
}

async function claim({ platform, nowMs }: DeliverNeeds, webhookId: string): Promise<Claimed | undefined> {
  return await platform.db.transaction(async (tx) => {
    const webhook = await lockAnyWebhook(tx, webhookId);
    if (webhook?.isEnabled !== true) return undefined;
    const now = new Date(nowMs());
    if ((await countLeased(tx, webhookId, now)) >= concurrencyOf(webhook)) return undefined;
    const leaseUntil = new Date(now.getTime() + leaseMs);
    const delivery = await claimDue(tx, webhookId, { now, leaseUntil });
    return delivery && { webhook, delivery };
  });
}

async function send({ platform, nowMs }: DeliverNeeds, { webhook, delivery }: Claimed): Promise<Outcome> {
  const at = new Date(nowMs());
  const startedAt = performance.now();
  const end = (part: Pick<Outcome, 'status' | 'failure' | 'answer'>): Outcome => ({
    at,
    durationMs: Math.round(performance.now() - startedAt),
    ...part,
  });
  try {
    const answer = await platform.outbound.fetch(webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signEvent({
          id: delivery.eventId,
          at,
          body: delivery.body,
          secrets: secretsOf(webhook, platform.secrets, at),
        }),
      },
      body: delivery.body,
      timeoutMs,
      maxAnswerBytes: answerBytes,
    });
    return end({ status: answer.status, failure: failureOf(answer.status), answer: textOf(answer) });
  } catch (error) {
    if (error instanceof OutboundError) return end({ status: null, failure: error.message, answer: '' });
    platform.log.error('A webhook could not be sent.', { deliveryId: delivery.id, error: String(error) });
    return end({ status: null, failure: 'The event could not be sent.', answer: '' });
  }
}

/** The secrets that sign now: for a day after a change the old one too. */
function secretsOf(webhook: WebhookRow, secrets: Platform['secrets'], at: Date): string[] {
  const { encryptedSecret, encryptedPreviousSecret, previousSecretUntil } = webhook;
  const isOverlap =
    encryptedPreviousSecret !== null && previousSecretUntil !== null && previousSecretUntil > at;
  return [encryptedSecret, ...(isOverlap ? [encryptedPreviousSecret] : [])].map(secrets.decrypt);
}

async function saveOutcome(
  tx: Transaction,
  needs: DeliverNeeds,
  claimed: Claimed,
  outcome: Outcome,
): Promise<void> {
  const { platform, nowMs, random = Math.random } = needs;
  const webhook = await lockAnyWebhook(tx, claimed.webhook.id);
  const { workspaceId, id } = claimed.delivery;
  // Read again under the webhook's lock: two processes may have sent it. Gone with its webhook, there is nothing to keep.
  const delivery = webhook && (await findDelivery(tx, workspaceId, id));
  if (webhook === undefined || delivery === undefined) return;
  const now = new Date(nowMs());
  const isDelivered = outcome.failure === '';
  const roundAttempts = delivery.roundAttempts + 1;
  const pauseMs = isDelivered ? undefined : findPauseMs(roundAttempts, random());
  const isOver = pauseMs === undefined || !webhook.isEnabled;
  const attemptCount = delivery.attemptCount + 1;
  await insertAttempt(tx, {
    deliveryId: delivery.id,
    number: attemptCount,
    workspaceId: delivery.workspaceId,
    ...outcome,
  });
  await saveDelivery(tx, delivery, {
    state: isDelivered ? 'delivered' : isOver ? 'failed' : 'waiting',
    attemptCount,
    roundAttempts,
    lastStatus: outcome.status,
    lastFailure: outcome.failure,
    nextAttemptAt: isDelivered || isOver ? null : new Date(now.getTime() + pauseMs),
    leaseUntil: null,
  });
  if (isDelivered) {
    if (webhook.failingSince !== null) await saveWebhook(tx, webhook, { failingSince: null });
    return;
  }
  if (!webhook.isEnabled) return;
  if (outcome.status === 410) return await switchOff(tx, needs, webhook, 'gone');
  if (hasFailedTooLong(webhook.failingSince, now)) return await switchOff(tx, needs, webhook, 'failing');
  if (webhook.failingSince === null) await saveWebhook(tx, webhook, { failingSince: now });
  if (pauseMs !== undefined)
    await platform.jobs.enqueue(
      tx,
      deliverJob,
      { webhookId: webhook.id },
      { startAfterSeconds: Math.ceil(pauseMs / 1000) },
    );
}

/** Switches a webhook off that nobody answers, and tells the workspace. */
async function switchOff(
  tx: Transaction,
  { platform, notifications }: DeliverNeeds,
  webhook: WebhookRow,
  reason: 'gone' | 'failing',
): Promise<void> {
  await saveWebhook(tx, webhook, { isEnabled: false, disabledReason: reason });
  await stopWaiting(tx, webhook.id);
  const { id, url, description, workspaceId } = webhook;
  const why =
    reason === 'gone' ? 'It answered that it is gone (410)' : 'Nothing got through to it for three days';
  await notifications.notify(tx, {
    workspaceId,
    kind: 'webhook',
    tone: 'error',
    title: `The webhook ${description || new URL(url).hostname} was switched off`,
    text: `${why}. Switch it on again when it works, and replay what failed.`,
    link: '/app/webhooks',
  });
  await platform.events.publish(tx, workspaceId, {
    type: 'webhook.disabled',
    data: { webhook: { id, url, description, reason } },
  });
}

/** What waits when a webhook is switched off has failed, until somebody replays it. */
export async function stopWaiting(tx: Queries, webhookId: string): Promise<void> {
  await failWaiting(tx, webhookId, 'The webhook was switched off.');
}

/** Empty for an answer that counts as received (Standard Webhooks: any 2xx). */
function failureOf(status: number): string {
  if (status >= 200 && status < 300) return '';
  if (status >= 300 && status < 400)
    return `The server answered ${status}: it redirects, and redirects are not followed.`;
  if (status === 410) return 'The server answered 410: it is gone.';
  return `The server answered ${status}.`;
}

/** The beginning of an answer as text the database can keep. */
function textOf({ body, isCut }: OutboundAnswer): string {
  const text = Buffer.from(body).toString('utf8').replaceAll('\0', '');
  return isCut ? `${text}…` : text;
}
