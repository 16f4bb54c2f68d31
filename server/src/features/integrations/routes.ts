import { AppError } from '@parley/contract/errors';
import { type IntegrationSettings, integrationRoutes } from '@parley/contract/integrations';
import { roleMay } from '@parley/contract/roles';
import { toLiveIntegration, toUpcomingIntegration } from './catalogue.ts';
import type { IntegrationsParts } from './index.ts';
import {
  deleteClient,
  deleteIntegration,
  findIntegration,
  listClients,
  listIntegrations,
  saveClient,
  saveIntegration,
  saveSettings,
} from './queries.ts';
import { isTimeZone } from './slots.ts';
import { VendorError } from './vendor.ts';
import { upcomingIntegrations } from './vendors/upcoming.ts';

/** Longest that a screen waits for a vendor, in ms. */
const vendorLimitMs = 10_000;

/** Mounts the calls of the integrations screen. */
export function mountIntegrationRoutes(parts: IntegrationsParts): void {
  const { platform, vendors, grants, findVendorAt, audit, openIntegration } = parts;
  const { config, db, http, jobs, liveFeed, log, secrets } = platform;
  const findVendor = (name: string) => vendors.find(({ vendor }) => vendor.name === name);

  http.mount(integrationRoutes.list, async (_input, { identity }) => {
    const { workspaceId, role } = identity;
    const rows = await listIntegrations(db.queries, workspaceId);
    const clients = await listClients(db.queries, workspaceId);
    return [
      ...vendors.map((known) =>
        toLiveIntegration(known, {
          row: rows.find((row) => row.name === known.vendor.name),
          client: clients.find((client) => client.name === known.vendor.name),
          publicUrl: config.publicUrl,
          mayManage: roleMay(role, 'manage'),
        }),
      ),
      ...upcomingIntegrations.map(toUpcomingIntegration),
    ];
  });

  http.mount(integrationRoutes.getSettings, async ({ params }, { identity }) => {
    const row = await findIntegration(db.queries, identity.workspaceId, params.id);
    const integration = row && openIntegration(row);
    if (row === undefined || integration === undefined) throw AppError.of('integration_not_found');
    const choices = await grants
      .use(integration, AbortSignal.timeout(vendorLimitMs), (token, signal) =>
        integration.vendor.listChoices(token, signal),
      )
      .catch((error: unknown) => {
        throw toAppError(error, integration.displayName);
      });
    return { settings: row.settings, choices };
  });

  http.mount(integrationRoutes.saveSettings, async ({ params, body }, context) => {
    const { workspaceId } = context.identity;
    const settings = await db.transaction(async (tx) => {
      const row = await findIntegration(tx, workspaceId, params.id);
      const known = row && findVendor(row.name);
      if (row === undefined || known === undefined) throw AppError.of('integration_not_found');
      const problem = findSettingsProblem(body, known.vendor.kind);
      if (problem !== undefined) throw AppError.of('integration_settings_unfit', { problem });
      await saveSettings(tx, workspaceId, row.id, body);
      await audit.record(tx, context, {
        action: 'integration.changed',
        subject: { id: row.id, name: known.vendor.displayName },
      });
      await liveFeed.publish(tx, workspaceId, { type: 'integrations.changed' });
      return body;
    });
    return { settings };
  });

  http.mount(integrationRoutes.saveClient, async ({ body }, context) => {
    const known = findVendor(body.integration_name);
    if (known === undefined) throw AppError.of('integration_not_found');
    const { workspaceId } = context.identity;
    const { name, displayName } = known.vendor;
    await db.transaction(async (tx) => {
      const sealedSecret = secrets.encrypt(body.client_secret);
      await saveClient(tx, { workspaceId, name, clientId: body.client_id, sealedSecret });
      await audit.record(tx, context, {
        action: 'integration.client-saved',
        subject: { id: name, name: displayName },
      });
      await liveFeed.publish(tx, workspaceId, { type: 'integrations.changed' });
    });
    return { success: true as const };
  });

  http.mount(integrationRoutes.removeClient, async ({ body }, context) => {
    const known = findVendor(body.integration_name);
    if (known === undefined) throw AppError.of('integration_not_found');
    const { workspaceId } = context.identity;
    const { name, displayName } = known.vendor;
    await db.transaction(async (tx) => {
      if (!(await deleteClient(tx, workspaceId, name))) return;
      await audit.record(tx, context, {
        action: 'integration.client-removed',
        subject: { id: name, name: displayName },
      });
      await liveFeed.publish(tx, workspaceId, { type: 'integrations.changed' });
    });
    return { success: true as const };
  });

  http.mount(integrationRoutes.paste, async ({ body }, context) => {
    const known = findVendor(body.integration_name);
    if (known?.open.paste === undefined) throw AppError.of('integration_not_found');
    const { name, displayName } = known.vendor;
    const connected = await known.open.paste
      .connect(body.value, AbortSignal.timeout(vendorLimitMs))
      .catch((error: unknown) => {
        throw toAppError(error, displayName);
      });
    const { workspaceId, userId } = context.identity;
    const id = await db.transaction(async (tx) => {
      const { account, settings, grant } = connected;
      const sealedGrant = grants.seal(grant);
      const saved = await saveIntegration(tx, {
        workspaceId,
        name,
        account,
        sealedGrant,
        settings,
        connectedBy: userId,
      });
      await audit.record(tx, context, {
        action: 'integration.connected',
        subject: { id: saved.id, name: displayName },
      });
      await liveFeed.publish(tx, workspaceId, { type: 'integrations.changed' });
      return saved.id;
    });
    return { id };
  });

  http.mount(integrationRoutes.remove, async ({ params }, context) => {
    const known = findVendorAt(params);
    if (known === undefined) throw AppError.of('remove_endpoint_not_found');
    const { name, displayName } = known.vendor;
    const { workspaceId } = context.identity;
    await db.transaction(async (tx) => {
      const removed = await deleteIntegration(tx, workspaceId, name);
      if (removed === undefined) throw AppError.of('integration_not_found');
      // Best effort: the permission is taken back at the vendor later, however long that is out of reach.
      await jobs.enqueue(tx, 'integrations.revoke', { name, sealedGrant: removed.sealedGrant });
      await audit.record(tx, context, {
        action: 'integration.removed',
        subject: { id: removed.id, name: displayName },
      });
      await liveFeed.publish(tx, workspaceId, { type: 'integrations.changed' });
    });
    log.info('An integration was removed.', { integration: name });
    return { success: true as const };
  });
}

/** What is wrong with settings beyond their shape. */
function findSettingsProblem(
  settings: IntegrationSettings,
  kind: IntegrationSettings['kind'],
): string | undefined {
  if (settings.kind !== kind) return 'they belong to another kind of integration.';
  if (settings.kind === 'calendar' && !isTimeZone(settings.time_zone))
    return `"${settings.time_zone}" is not a time zone.`;
  return undefined;
}

function toAppError(error: unknown, name: string): unknown {
  if (error instanceof VendorError) {
    if (error.problem === 'revoked') return AppError.of('integration_needs_reconnecting', { name });
    if (error.problem === 'refused' && error.message.includes(' '))
      return AppError.of('integration_value_refused', { problem: error.message });
    return AppError.of('integration_unreachable', { name });
  }
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return AppError.of('integration_unreachable', { name });
  return error;
}
