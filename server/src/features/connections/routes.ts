import { type Connection, type ConnectionStatus, connectionRoutes } from '@parley/contract/connections';
import { AppError, type FieldProblem } from '@parley/contract/errors';
import { sql } from 'drizzle-orm';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteConnectionNumbers, listConnectionNumbers } from './connection-numbers.ts';
import { chooseState, listFreshStates } from './connection-states.ts';
import type { DiscoveredCarrier, DiscoveredProvider } from './discover-providers.ts';
import type { ConnectionsNeeds } from './index.ts';
import {
  deleteConnection,
  findConnection,
  insertConnection,
  listConnections,
  saveConnection,
} from './queries.ts';
import { keepSecrets, sealSettings } from './sealed-settings.ts';
import type { ConnectionRow } from './tables.ts';
import type { PartTest } from './test-connection.ts';
import { type KnownVendor, offersOf, secretFields, toVendor } from './vendors.ts';

/** Channel on which every process hears that connections were added or removed. */
export const connectionsChannel = 'connections_changed';

const unusable = {
  state: 'failing' as const,
  detail: 'Its settings cannot be read or no longer fit. Enter them again.',
  checked_at: null,
};
const untold = {
  state: 'checking' as const,
  detail: 'No process with phone lines has told of it yet.',
  checked_at: null,
};

/** Mounts the calls of the connections screen. */
export function mountConnectionRoutes(
  platform: Platform,
  { audit, removeNumbersOf }: ConnectionsNeeds,
  known: {
    vendors: readonly KnownVendor[];
    discovered: readonly DiscoveredProvider[];
    discoveredCarriers: readonly DiscoveredCarrier[];
    startedAt: Date;
    /** Whether the settings of a row can be read and fit. */
    isUsable: (row: ConnectionRow) => boolean;
    /** The numbers (E.164) that a carrier's row lists. */
    listNumbers: (row: ConnectionRow) => readonly string[];
    /** Tries a connected provider; undefined where it cannot be tried. */
    test: (row: ConnectionRow) => Promise<readonly PartTest[] | undefined>;
  },
): void {
  const { db, http, secrets } = platform;
  const { vendors, discovered, discoveredCarriers, startedAt } = known;
  const findVendor = (id: string): KnownVendor | undefined => vendors.find((vendor) => vendor.id === id);

  // The same for everybody until the process ends: the forms are made once.
  const toldVendors = vendors.map(toVendor);
  http.mount(connectionRoutes.listVendors, async () => ({ vendors: toldVendors }));

  http.mount(connectionRoutes.list, async (_input, { identity }) => {
    const rows = await listConnections(db.queries, identity.workspaceId);
    return {
      connections: [
        ...rows.map((row) => toConnection(row, findVendor(row.vendor))),
        ...discovered.map(({ provider, settings, source }) =>
          toDiscoveredConnection({
            vendor: provider,
            kind: 'provider',
            settings,
            source,
            offers: offersOf(provider, settings),
            startedAt,
          }),
        ),
        ...discoveredCarriers.map(({ carrier, settings }) =>
          toDiscoveredConnection({
            vendor: carrier,
            kind: 'carrier',
            settings,
            source: 'environment',
            offers: ['calls'],
            startedAt,
          }),
        ),
      ],
    };
  });

  http.mount(connectionRoutes.states, async (_input, { identity }) => {
    const rows = await listConnections(db.queries, identity.workspaceId);
    const own = rows.filter(({ kind }) => kind === 'carrier');
    const ids = [
      ...own.map(({ id }) => id),
      ...discoveredCarriers.map(({ carrier }) => `environment:${carrier.id}`),
    ];
    const broken = new Set(own.filter((row) => !known.isUsable(row)).map(({ id }) => id));
    const told = await listFreshStates(db.queries, ids);
    return {
      states: ids.map((id): ConnectionStatus => {
        if (broken.has(id)) return { connection_id: id, ...unusable };
        const state = chooseState(told.filter(({ connectionId }) => connectionId === id));
        if (state === undefined) return { connection_id: id, ...untold };
        return {
          connection_id: id,
          state: state.state,
          detail: state.detail,
          checked_at: state.toldAt.toISOString(),
        };
      }),
    };
  });

  http.mount(connectionRoutes.create, async ({ body }, context) => {
    const vendor = findVendor(body.vendor);
    if (vendor === undefined) throw AppError.of('vendor_not_found', { vendor: body.vendor });
    const settings = parseSettings(vendor, body.settings);
    const row = await db.transaction(async (tx) => {
      const inserted = await insertConnection(tx, {
        workspaceId: context.identity.workspaceId,
        kind: vendor.kind,
        vendor: vendor.id,
        name: body.name,
        ...sealSettings(settings, secretFields(vendor.settings), secrets),
      });
      await audit.record(tx, context, {
        action: 'connection.created',
        subject: { id: inserted.id, name: inserted.name },
        changes: [{ field: 'vendor', before: null, after: vendor.id }],
      });
      await tellProcesses(tx);
      return inserted;
    });
    return { connection: toConnection(row, vendor) };
  });

  http.mount(connectionRoutes.save, async ({ params, body }, context) => {
    const { workspaceId } = context.identity;
    const row = await db.transaction(async (tx) => {
      const stored = await findConnection(tx, workspaceId, params.id);
      if (stored === undefined) throw AppError.of('connection_not_found', { id: params.id });
      const vendor = findVendor(stored.vendor);
      if (vendor === undefined) throw AppError.of('vendor_not_found', { vendor: stored.vendor });
      const secretNames = secretFields(vendor.settings);
      const whole = keepSecrets(body.settings, { sealed: stored, secretNames, secrets });
      const settings = parseSettings(vendor, whole);
      const sealed = sealSettings(settings, secretNames, secrets);
      const saved = await saveConnection(tx, { id: stored.id, workspaceId, name: body.name, ...sealed });
      if (saved === undefined) throw AppError.of('connection_not_found', { id: params.id });
      await audit.record(tx, context, { action: 'connection.changed', subject: saved });
      await tellProcesses(tx);
      return saved;
    });
    return { connection: toConnection(row, findVendor(row.vendor)) };
  });

  http.mount(connectionRoutes.test, async ({ params }, context) => {
    const row = await findConnection(db.queries, context.identity.workspaceId, params.id);
    if (row === undefined) throw AppError.of('connection_not_found', { id: params.id });
    const tested = await known.test(row);
    if (tested === undefined) throw AppError.of('connection_not_testable', { name: row.name });
    await db.transaction((tx) =>
      audit.record(tx, context, { action: 'connection.tested', subject: { id: row.id, name: row.name } }),
    );
    return {
      parts: tested.map(({ part, isWorking, tookMs, message }) => ({
        part,
        is_working: isWorking,
        took_ms: tookMs,
        message,
      })),
    };
  });

  const removeNumbers = async (tx: Transaction, { id, workspaceId }: ConnectionRow) => {
    const others = await listConnections(tx, workspaceId);
    const carriersLeft = others.filter(({ kind }) => kind === 'carrier');
    const told = await listConnectionNumbers(
      tx,
      carriersLeft.map((row) => row.id),
    );
    const listedElsewhere = carriersLeft.flatMap((row) => [
      ...known.listNumbers(row),
      ...(told.get(row.id) ?? []),
    ]);
    await deleteConnectionNumbers(tx, id);
    return await removeNumbersOf(tx, { workspaceId, connectionId: id, listedElsewhere });
  };

  http.mount(connectionRoutes.remove, async ({ params }, context) => {
    await db.transaction(async (tx) => {
      const deleted = await deleteConnection(tx, context.identity.workspaceId, params.id);
      if (deleted === undefined) throw AppError.of('connection_not_found', { id: params.id });
      const gone = deleted.kind === 'carrier' ? await removeNumbers(tx, deleted) : [];
      await audit.record(tx, context, {
        action: 'connection.deleted',
        subject: deleted,
        ...(gone.length > 0 && { changes: [{ field: 'numbers', before: gone.join(', '), after: null }] }),
      });
      await tellProcesses(tx);
    });
    return { success: true as const };
  });
}

/** The settings as the vendor's schema takes them. Unknown names are errors: a typing mistake would be lost. */
function parseSettings(vendor: KnownVendor, given: Record<string, unknown>): Record<string, unknown> {
  const parsed = vendor.settings.strict().safeParse(given);
  if (parsed.success) return parsed.data;
  const details: FieldProblem[] = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: `settings.${key}`, message: 'There is no such setting.' }))
      : [{ field: ['settings', ...issue.path].join('.'), message: issue.message }],
  );
  const fields = [...new Set(details.map((problem) => problem.field.replace('settings.', '')))].join(', ');
  throw AppError.withDetails('connection_settings_invalid', details, { vendor: vendor.name, fields });
}

/** A saved connection as the wire names it; secrets read null. */
function toConnection(row: ConnectionRow, vendor: KnownVendor | undefined): Connection {
  const secretsSet = Object.keys(row.encryptedSecrets);
  const hidden = Object.fromEntries(secretsSet.map((name) => [name, null]));
  return {
    id: row.id,
    kind: row.kind,
    vendor: row.vendor,
    name: row.name,
    settings: { ...row.settings, ...hidden },
    secretsSet,
    source: 'workspace',
    offers: vendor?.offers(row.settings) ?? [],
    createdAt: row.createdAt.toISOString(),
  };
}

/** What the operator set or the machine has, beside the connections of the workspace. */
function toDiscoveredConnection(discovered: {
  vendor: Pick<KnownVendor, 'id' | 'name' | 'settings'>;
  kind: Connection['kind'];
  settings: Record<string, unknown>;
  source: Connection['source'];
  offers: Connection['offers'];
  startedAt: Date;
}): Connection {
  const { vendor, kind, settings, source, offers, startedAt } = discovered;
  const secretNames = secretFields(vendor.settings);
  const shown = Object.entries(settings).map(([name, value]) => [name, secretNames.has(name) ? null : value]);
  return {
    id: `${source}:${vendor.id}`,
    kind,
    vendor: vendor.id,
    name: vendor.name,
    settings: Object.fromEntries(shown),
    secretsSet: Object.keys(settings).filter((name) => secretNames.has(name)),
    source,
    offers,
    createdAt: startedAt.toISOString(),
  };
}

/** Tells every process, when the transaction commits, that connections or their numbers are others. */
export async function tellProcesses(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_notify(${connectionsChannel}, '')`);
}
