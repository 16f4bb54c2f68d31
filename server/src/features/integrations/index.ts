import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import { settleBooking } from './book-appointment.ts';
import { type ConnectedCalendar, openCalendar, toCalendarUse } from './calendar.ts';
import type { KnownVendor } from './catalogue.ts';
import { type Grants, type OpenIntegration, openGrants } from './grants.ts';
import { mountIcons } from './icons.ts';
import { mountOAuthRoutes } from './oauth-routes.ts';
import { findIntegration, listIntegrations } from './queries.ts';
import { mountIntegrationRoutes } from './routes.ts';
import type { IntegrationRow } from './tables.ts';
import { enqueueMessages, TellCall, tellCall } from './tell-call.ts';
import { type IntegrationVendor, VendorError } from './vendor.ts';
import { integrationVendors } from './vendors/index.ts';

export type { NewAppointment } from './book-appointment.ts';
export type { ConnectedCalendar, FreeSlot, FreeSlotsQuestion } from './calendar.ts';
export { CalendarError, type CalendarProblem } from './calendar-error.ts';

export const integrationMigrations = new URL('./migrations/', import.meta.url);

export type IntegrationsFeature = {
  /**
   * The calendar that agents of the workspace look into and book; undefined when none is connected. One that needs
   * connecting again is there, and tells `invalid_grant`.
   */
  findCalendar(workspaceId: string): Promise<ConnectedCalendar | undefined>;
};

export type IntegrationsNeeds = {
  audit: Pick<AuditFeature, 'record'>;
  notifications: Pick<NotificationsFeature, 'notify'>;
};

/** What the files of this feature work with. */
export type IntegrationsParts = {
  platform: Platform;
  vendors: readonly KnownVendor[];
  grants: Grants;
  audit: IntegrationsNeeds['audit'];
  findVendor(name: string): KnownVendor | undefined;
  findVendorAt(path: { provider: string; service: string }): KnownVendor | undefined;
  /** Undefined when its vendor is no longer in the list. */
  openIntegration(row: IntegrationRow): OpenIntegration | undefined;
  nowMs: () => number;
};

/** Calendars and messengers of the workspace: connected by OAuth, used by calls and after them. */
export function openIntegrations(
  platform: Platform,
  needs: IntegrationsNeeds,
  options: { vendors?: readonly IntegrationVendor[]; nowMs?: () => number } = {},
): IntegrationsFeature {
  const { config, db, events, http, jobs, log } = platform;
  const { vendors: listed = integrationVendors, nowMs = Date.now } = options;
  const vendors = listed.map((vendor) => ({ vendor, open: vendor.open(config.environment) }));
  const findVendor = (name: string) => vendors.find(({ vendor }) => vendor.name === name);
  const parts: IntegrationsParts = {
    platform,
    vendors,
    grants: openGrants(platform, { findRow: findIntegration, notifications: needs.notifications, nowMs }),
    audit: needs.audit,
    findVendor,
    findVendorAt: ({ provider, service }) =>
      vendors.find(({ vendor }) => vendor.provider === provider && vendor.service === service),
    openIntegration(row) {
      const known = findVendor(row.name);
      return known && { row, vendor: known.open, displayName: known.vendor.displayName };
    },
    nowMs,
  };
  mountIntegrationRoutes(parts);
  mountOAuthRoutes(parts);
  mountIcons(http);

  jobs.define({
    name: 'integrations.revoke',
    data: z.object({ name: z.string(), sealedGrant: z.string() }),
    retryLimit: 8,
    run: async ({ name, sealedGrant }) => {
      const grant = parts.grants.unseal(sealedGrant);
      await findVendor(name)
        ?.open.oauth.revoke(grant, AbortSignal.timeout(20_000))
        .catch((error: unknown) => {
          if (error instanceof VendorError && ['unavailable', 'rate_limited'].includes(error.problem))
            throw error;
          log.info('A vendor did not take a permission back: it was gone already, or refuses.', {
            integration: name,
          });
        });
    },
  });
  jobs.define({
    name: 'integrations.settle-booking',
    data: z.object({ workspaceId: z.string(), bookingId: z.string() }),
    retryLimit: 10,
    run: (booking) => settleBooking(parts, booking, toCalendarUse),
  });
  jobs.define({
    name: 'integrations.tell-call',
    data: TellCall,
    retryLimit: 12,
    concurrency: 4,
    run: (data) => tellCall(parts, data),
  });
  events.onAll('call.analysed', (tx, workspaceId, analysed) =>
    enqueueMessages(
      parts,
      tx,
      workspaceId,
      analysed.map(({ data }) => data.call),
    ),
  );

  return {
    async findCalendar(workspaceId) {
      const rows = await listIntegrations(db.queries, workspaceId);
      const uses = rows.flatMap((row) => toCalendarUse(parts.openIntegration(row)) ?? []);
      const use = uses.find(({ integration }) => integration.row.state === 'connected') ?? uses[0];
      return use && openCalendar(parts, use);
    },
  };
}
