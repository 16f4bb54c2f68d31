import { setTimeout as wait } from 'node:timers/promises';
import type { Queries } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import { claimRefresh, releaseRefresh, saveGrant, saveNeedsReconnecting } from './queries.ts';
import type { IntegrationRow } from './tables.ts';
import { type Grant, type OpenVendor, VendorError } from './vendor.ts';

/** A token is refreshed this long before it runs out, in ms: no request shall carry one that ends on the way. */
const refreshAheadMs = 60_000;
/** Longest refresh; after it another process may try. */
const refreshLimitMs = 8_000;
const refreshLeaseMs = refreshLimitMs + 2_000;
/** How often somebody who waits for another's refresh looks. */
const pollMs = 100;

/** An integration as it is used: its row, and its vendor. */
export type OpenIntegration = { row: IntegrationRow; vendor: OpenVendor; displayName: string };

export type Grants = {
  /**
   * Does something with a token that is good: refreshed before it runs out, and once more when the vendor does not
   * take it. A grant that is no more marks the integration and is told as `revoked`.
   * @throws VendorError, or the reason of the signal
   */
  use<Result>(
    integration: OpenIntegration,
    signal: AbortSignal,
    work: (token: string, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
  seal(grant: Grant): string;
  unseal(sealed: string): Grant;
};

type GrantsNeeds = {
  findRow: (queries: Queries, workspaceId: string, id: string) => Promise<IntegrationRow | undefined>;
  notifications: Pick<NotificationsFeature, 'notify'>;
  nowMs: () => number;
};

/** Keeps the grants of integrations good. Of any number of processes one refreshes a grant, the others wait for it. */
export function openGrants(
  platform: Pick<Platform, 'db' | 'events' | 'liveFeed' | 'log' | 'secrets'>,
  { findRow, notifications, nowMs }: GrantsNeeds,
): Grants {
  const { db, events, liveFeed, log, secrets } = platform;
  const running = new Map<string, Promise<IntegrationRow>>();
  const seal = (grant: Grant) => secrets.encrypt(JSON.stringify(grant));
  const unseal = (sealed: string) => JSON.parse(secrets.decrypt(sealed)) as Grant;

  const markBroken = async ({ row, displayName }: OpenIntegration): Promise<void> => {
    const broken = await db.transaction(async (tx) => {
      const marked = await saveNeedsReconnecting(tx, row);
      if (marked === undefined) return false;
      await events.publish(tx, row.workspaceId, {
        type: 'integration.broken',
        data: { integration_name: row.name, display_name: displayName, account: row.account },
      });
      await notifications.notify(tx, {
        workspaceId: row.workspaceId,
        kind: 'integration',
        tone: 'error',
        title: `${displayName} needs to be connected again`,
        text: 'Its account no longer accepts the connection. Until somebody connects it again, agents go on without it.',
        link: '/app/integrations',
        groupKey: `integration:${row.id}`,
      });
      await liveFeed.publish(tx, row.workspaceId, { type: 'integrations.changed' });
      return true;
    });
    if (broken) log.warn('An integration needs to be connected again.', { integration: row.name });
  };

  /** The grant that follows this one, made here or by another process. */
  const refresh = async (integration: OpenIntegration): Promise<IntegrationRow> => {
    const { row, vendor } = integration;
    const deadlineMs = Date.now() + refreshLeaseMs;
    for (;;) {
      if (await claimRefresh(db.queries, row, refreshLeaseMs)) {
        try {
          const next = await vendor.oauth.refresh(
            unseal(row.sealedGrant),
            AbortSignal.timeout(refreshLimitMs),
          );
          const saved = await saveGrant(db.queries, row, seal(next));
          if (saved !== undefined) return saved;
        } catch (error) {
          await releaseRefresh(db.queries, row);
          throw error;
        }
      }
      const current = await findRow(db.queries, row.workspaceId, row.id);
      if (current === undefined || current.state !== 'connected')
        throw new VendorError('revoked', 'The integration is no longer connected.');
      if (current.grantVersion !== row.grantVersion) return current;
      if (Date.now() > deadlineMs) throw new VendorError('unavailable', 'The grant could not be refreshed.');
      await wait(pollMs);
    }
  };

  const refreshOnce = async (integration: OpenIntegration, signal: AbortSignal): Promise<IntegrationRow> => {
    const key = `${integration.row.id} ${integration.row.grantVersion}`;
    let refreshing = running.get(key);
    if (refreshing === undefined) {
      refreshing = refresh(integration).finally(() => running.delete(key));
      running.set(key, refreshing);
    }
    return await untilAborted(refreshing, signal);
  };

  return {
    seal,
    unseal,
    async use(integration, signal, work) {
      if (integration.row.state === 'needs_reconnecting')
        throw new VendorError('revoked', 'The integration needs to be connected again.');
      try {
        let { row } = integration;
        let grant = unseal(row.sealedGrant);
        const isEnding = grant.expiresAtMs !== null && grant.expiresAtMs - nowMs() < refreshAheadMs;
        if (isEnding && grant.refreshToken !== null) {
          row = await refreshOnce(integration, signal);
          grant = unseal(row.sealedGrant);
        }
        try {
          return await work(grant.accessToken, signal);
        } catch (error) {
          if (!(error instanceof VendorError) || error.problem !== 'unauthorised') throw error;
          if (grant.refreshToken === null)
            throw new VendorError('revoked', 'The token is not taken.', { cause: error });
          const next = unseal((await refreshOnce({ ...integration, row }, signal)).sealedGrant);
          return await work(next.accessToken, signal).catch((again: unknown) => {
            if (again instanceof VendorError && again.problem === 'unauthorised')
              throw new VendorError('revoked', 'A new token is not taken either.', { cause: again });
            throw again;
          });
        }
      } catch (error) {
        if (error instanceof VendorError && error.problem === 'revoked') await markLatest(integration);
        throw error;
      }
    },
  };

  /** Marks the grant that is stored now: the one that failed, or the one that followed it. */
  async function markLatest(integration: OpenIntegration): Promise<void> {
    const { workspaceId, id, grantVersion } = integration.row;
    const current = await findRow(db.queries, workspaceId, id);
    // Somebody connected again since: their grant is not the one that failed.
    if (current === undefined || current.grantVersion > grantVersion + 1) return;
    if (current.connectedAt > integration.row.connectedAt) return;
    await markBroken({ ...integration, row: current });
  }
}

/** What comes first: the result, or the end of the signal. The work goes on for others who wait for it. */
async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
