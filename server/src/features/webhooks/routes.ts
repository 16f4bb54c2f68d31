import { AppError } from '@parley/contract/errors';
import {
  secretOverlapHours,
  testEventType,
  type Webhook,
  webhookLimit,
  webhookRoutes,
} from '@parley/contract/webhooks';
import { workspaceEventLabels } from '@parley/contract/workspace-events';
import { newId } from '../../platform/db/new-id.ts';
import { OutboundError } from '../../platform/outbound/outbound.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AuditFeature, listChanges } from '../audit/index.ts';
import { stopWaiting } from './deliver.ts';
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listLastDeliveries,
  listWebhooks,
  lockWebhook,
  saveWebhook,
} from './queries.ts';
import { makeSecret } from './sign-event.ts';
import { storeDelivery } from './store-events.ts';
import type { WebhookRow } from './tables.ts';
import { toDelivery, toWebhook } from './webhook-view.ts';

const hourMs = 3_600_000;

export type WebhookRoutesNeeds = { audit: Pick<AuditFeature, 'record'>; nowMs: () => number };

/** Mounts the calls about webhooks themselves. */
export function mountWebhookRoutes(platform: Platform, { audit, nowMs }: WebhookRoutesNeeds): void {
  const { db, http, jobs, secrets } = platform;
  const eventTypes = Object.entries(workspaceEventLabels).map(([type, label]) => ({ type, label }));

  const tell = async (row: WebhookRow): Promise<{ webhook: Webhook }> => {
    const last = await listLastDeliveries(db.queries, row.workspaceId, [row.id]);
    return { webhook: toWebhook(row, last.get(row.id), new Date(nowMs())) };
  };

  http.mount(webhookRoutes.list, async (_input, { identity }) => {
    const rows = await listWebhooks(db.queries, identity.workspaceId);
    const ids = rows.map((row) => row.id);
    const last = await listLastDeliveries(db.queries, identity.workspaceId, ids);
    const now = new Date(nowMs());
    return { webhooks: rows.map((row) => toWebhook(row, last.get(row.id), now)), eventTypes };
  });

  http.mount(webhookRoutes.create, async ({ body }, context) => {
    const { workspaceId } = context.identity;
    const url = readUrl(platform, body.url);
    const secret = makeSecret();
    const row = await db.transaction(async (tx) => {
      if ((await countWebhooks(tx, workspaceId)) >= webhookLimit)
        throw AppError.of('webhooks_at_limit', { limit: webhookLimit });
      const { description, events } = body;
      const encryptedSecret = secrets.encrypt(secret);
      const inserted = await insertWebhook(tx, { workspaceId, url, description, events, encryptedSecret });
      await audit.record(tx, context, { action: 'webhook.created', subject: toSubject(inserted) });
      return inserted;
    });
    return { ...(await tell(row)), secret };
  });

  http.mount(webhookRoutes.save, async ({ params, body }, context) => {
    const url = body.url === undefined ? undefined : readUrl(platform, body.url);
    const row = await db.transaction(async (tx) => {
      const before = await lockWebhook(tx, context.identity.workspaceId, params.id);
      if (before === undefined) throw AppError.of('webhook_not_found', { id: params.id });
      const isEnabled = body.isEnabled ?? before.isEnabled;
      const isSwitched = isEnabled !== before.isEnabled;
      const saved = await saveWebhook(tx, before, {
        url: url ?? before.url,
        description: body.description ?? before.description,
        events: body.events ?? before.events,
        updatedAt: new Date(nowMs()),
        ...(isSwitched && { isEnabled, disabledReason: isEnabled ? null : ('by_hand' as const) }),
        // What failed before says nothing of a new address, nor of a receiver somebody has just switched on.
        ...((isSwitched || (url ?? before.url) !== before.url) && { failingSince: null }),
      });
      if (isSwitched && !isEnabled) await stopWaiting(tx, saved.id);
      const changes = listChanges(factsOf(before), factsOf(saved));
      const subject = toSubject(saved);
      if (changes.length > 0 || !isSwitched)
        await audit.record(tx, context, { action: 'webhook.changed', subject, changes });
      if (isSwitched)
        await audit.record(tx, context, {
          action: isEnabled ? 'webhook.switched-on' : 'webhook.switched-off',
          subject,
        });
      return saved;
    });
    return await tell(row);
  });

  http.mount(webhookRoutes.remove, async ({ params }, context) => {
    await db.transaction(async (tx) => {
      const row = await lockWebhook(tx, context.identity.workspaceId, params.id);
      if (row === undefined) throw AppError.of('webhook_not_found', { id: params.id });
      await deleteWebhook(tx, row);
      await audit.record(tx, context, { action: 'webhook.deleted', subject: toSubject(row) });
    });
    return { success: true as const };
  });

  http.mount(webhookRoutes.revealSecret, async ({ params }, context) => {
    const row = await db.transaction(async (tx) => {
      const found = await findWebhook(tx, context.identity.workspaceId, params.id);
      if (found === undefined) throw AppError.of('webhook_not_found', { id: params.id });
      await audit.record(tx, context, { action: 'webhook.secret-shown', subject: toSubject(found) });
      return found;
    });
    return { secret: secrets.decrypt(row.encryptedSecret) };
  });

  http.mount(webhookRoutes.rotateSecret, async ({ params }, context) => {
    const secret = makeSecret();
    const row = await db.transaction(async (tx) => {
      const before = await lockWebhook(tx, context.identity.workspaceId, params.id);
      if (before === undefined) throw AppError.of('webhook_not_found', { id: params.id });
      const now = nowMs();
      const saved = await saveWebhook(tx, before, {
        encryptedSecret: secrets.encrypt(secret),
        encryptedPreviousSecret: before.encryptedSecret,
        previousSecretUntil: new Date(now + secretOverlapHours * hourMs),
        updatedAt: new Date(now),
      });
      await audit.record(tx, context, { action: 'webhook.secret-rotated', subject: toSubject(saved) });
      return saved;
    });
    return { ...(await tell(row)), secret };
  });

  http.mount(webhookRoutes.test, async ({ params }, context) => {
    const { workspaceId } = context.identity;
    const delivery = await db.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, workspaceId, params.id);
      if (webhook === undefined) throw AppError.of('webhook_not_found', { id: params.id });
      if (!webhook.isEnabled) throw AppError.of('webhook_disabled');
      await audit.record(tx, context, { action: 'webhook.test-sent', subject: toSubject(webhook) });
      return await storeDelivery(tx, jobs, {
        workspaceId,
        webhookId: webhook.id,
        eventId: newId('event'),
        type: testEventType,
        data: { message: 'This is a test event. If you can read it, your webhook works.' },
        now: new Date(nowMs()),
      });
    });
    return { delivery: toDelivery(delivery) };
  });
}

/** The address in its plain form. Throws webhook_url_refused. */
function readUrl({ config, outbound }: Pick<Platform, 'config' | 'outbound'>, given: string): string {
  const refuse = (reason: string) =>
    AppError.withDetails('webhook_url_refused', [{ field: 'url', message: reason }], { reason });
  try {
    const url = outbound.checkUrl(given);
    url.hash = '';
    if (url.protocol !== 'https:' && !config.allowsPrivateAddresses)
      throw refuse('It must begin with https://, so that nobody on the way can read the events.');
    return url.href;
  } catch (error) {
    throw error instanceof OutboundError ? refuse(error.message) : error;
  }
}

/** What the audit trail calls a webhook. An address may carry a secret in its query, so only its host is told. */
export function toSubject({ id, url, description }: WebhookRow): { id: string; name: string } {
  return { id, name: description || new URL(url).host };
}

function factsOf({ url, description, events }: WebhookRow) {
  const { host, pathname } = new URL(url);
  return { address: host + pathname, description, events: events.join(', ') };
}
