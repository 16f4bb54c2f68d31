import type { Carrier, NumberShop } from '@parley/carriers/carrier';
import type { DiscoveredCarrier } from './discover-providers.ts';
import type { ConnectionRow } from './tables.ts';

/** A connection at a carrier, and where its numbers are bought: null at a carrier that sells none. */
export type CarrierShop = {
  connectionId: string;
  /** What staff call the connection. */
  name: string;
  /** The operator's own, which pays for what is bought there. */
  isOperators: boolean;
  shop: NumberShop | null;
};

/** What numbers can be bought through: the carriers a workspace has connected, then those of the operator. */
export function openShops(options: {
  carriers: readonly Carrier[];
  rows: readonly ConnectionRow[];
  discovered: readonly DiscoveredCarrier[];
  /** The settings of a row; undefined when they cannot be read or no longer fit. */
  readSettings: (row: ConnectionRow) => Record<string, unknown> | undefined;
}): CarrierShop[] {
  const { carriers, rows, discovered, readSettings } = options;
  const own = rows.flatMap((row): CarrierShop[] => {
    const carrier = row.kind === 'carrier' && carriers.find(({ id }) => id === row.vendor);
    if (!carrier) return [];
    const settings = carrier.numberShop && readSettings(row);
    const shop = (settings && carrier.numberShop?.(settings)) ?? null;
    return [{ connectionId: row.id, name: row.name, isOperators: false, shop }];
  });
  const operators = discovered.map(({ carrier, settings }) => ({
    connectionId: `environment:${carrier.id}`,
    name: carrier.name,
    isOperators: true,
    shop: carrier.numberShop?.(settings) ?? null,
  }));
  return [...own, ...operators];
}
