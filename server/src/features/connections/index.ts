import type { CarrierConnection } from '@parley/carriers/carrier';
import type { Platform } from '../../platform/platform.ts';
import {
  chooseAnalystFrom,
  chooseFrom,
  type ProviderCandidate,
  type ProviderChoice,
  type ProviderChoices,
} from './choose-providers.ts';
import { discoverProviders } from './discover-providers.ts';
import { listByCarrier, listConnections } from './queries.ts';
import { connectionsChannel, mountConnectionRoutes } from './routes.ts';
import { unsealSettings } from './sealed-settings.ts';
import type { ConnectionRow } from './tables.ts';
import { listVendors, type Vendors } from './vendors.ts';

export type { ProviderChoice, ProviderChoices } from './choose-providers.ts';
export type { Vendors } from './vendors.ts';

export const connectionMigrations = new URL('./migrations/', import.meta.url);

export type ConnectionsFeature = {
  /**
   * The provider of each part of a call: the newest connection of the workspace that offers it, else the
   * environment, else what was found on the machine, else what is built in.
   */
  chooseProviders(workspaceId: string): Promise<ProviderChoices>;
  /** The language model that can summarise a call; undefined when there are only rules. */
  chooseAnalyst(workspaceId: string): Promise<ProviderChoice | undefined>;
  /** The connections of all workspaces at a carrier, secrets readable. */
  listCarrierConnections(carrierId: string): Promise<CarrierConnection[]>;
  /** Calls back, in every process, after connections were added or removed. Returns what stops it. */
  onChanged(listener: () => void): Promise<() => Promise<void>>;
};

/** Accounts at providers and carriers. Asks every provider once what the environment and the machine offer. */
export async function openConnections(platform: Platform, vendors: Vendors): Promise<ConnectionsFeature> {
  const { config, db, log, secrets } = platform;
  const { providers } = vendors;
  const discovered = await discoverProviders({ providers, environment: config.environment, log });
  mountConnectionRoutes(platform, { vendors: listVendors(vendors), discovered, startedAt: new Date() });

  /** Settings of a row, or undefined, with a line in the log, when they cannot be read or no longer fit. */
  const readSettings = (row: ConnectionRow): Record<string, unknown> | undefined => {
    const vendor = [...vendors.providers, ...vendors.carriers].find((each) => each.id === row.vendor);
    try {
      return vendor?.settings.parse(unsealSettings(row, secrets));
    } catch {
      log.warn('A connection cannot be used: its settings cannot be read or no longer fit.', {
        connectionId: row.id,
        vendor: row.vendor,
      });
      return undefined;
    }
  };

  const listCandidates = async (workspaceId: string): Promise<ProviderCandidate[]> => {
    const rows = await listConnections(db.queries, workspaceId);
    const own = rows.flatMap((row): ProviderCandidate[] => {
      const provider = row.kind === 'provider' && providers.find((each) => each.id === row.vendor);
      const settings = provider ? readSettings(row) : undefined;
      return provider && settings ? [{ provider, settings }] : [];
    });
    return [...own, ...discovered];
  };

  return {
    chooseProviders: async (workspaceId) => chooseFrom(await listCandidates(workspaceId)),
    chooseAnalyst: async (workspaceId) => chooseAnalystFrom(await listCandidates(workspaceId)),
    async listCarrierConnections(carrierId) {
      const rows = await listByCarrier(db.queries, carrierId);
      return rows.flatMap((row) => {
        const settings = readSettings(row);
        return settings ? [{ id: row.id, workspaceId: row.workspaceId, settings }] : [];
      });
    },
    onChanged: (listener) => db.listen(connectionsChannel, listener),
  };
}
