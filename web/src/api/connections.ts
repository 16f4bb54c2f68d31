import type {
  Connection,
  ConnectionStatus,
  connectionRoutes,
  PartTest,
  Vendor,
} from '@parley/contract/connections';
import { queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';

type Routes = typeof connectionRoutes;

const listVendors = endpoint<Routes['listVendors']>('GET', '/vendors');
const list = endpoint<Routes['list']>('GET', '/connections');
const states = endpoint<Routes['states']>('GET', '/connections/states');
const create = endpoint<Routes['create']>('POST', '/connections');
const save = endpoint<Routes['save']>('PUT', '/connections/{id}');
const test = endpoint<Routes['test']>('POST', '/connections/{id}/test');
const remove = endpoint<Routes['remove']>('DELETE', '/connections/{id}');

/** Key of everything that depends on connections. */
export const connectionsKey = ['connections'] as const;

/** Speech and language vendors that take an account, and what is connected, in the order calls choose. */
export const providersQuery = queryOptions({
  queryKey: [...connectionsKey, 'providers'],
  queryFn: async ({ signal }): Promise<{ vendors: Vendor[]; connections: Connection[] }> => {
    const [{ vendors }, { connections }] = await Promise.all([
      call(listVendors, { signal }),
      call(list, { signal }),
    ]);
    const isProvider = ({ kind }: { kind: string }) => kind === 'provider';
    return { vendors: vendors.filter(isProvider), connections: connections.filter(isProvider) };
  },
});

/** Carriers that take connections, and what is connected: trunks. */
export const trunksQuery = queryOptions({
  queryKey: [...connectionsKey, 'trunks'],
  queryFn: async ({ signal }): Promise<{ vendors: Vendor[]; trunks: Connection[] }> => {
    const [{ vendors }, { connections }] = await Promise.all([
      call(listVendors, { signal }),
      call(list, { signal }),
    ]);
    const isCarrier = ({ kind }: { kind: string }) => kind === 'carrier';
    return { vendors: vendors.filter(isCarrier), trunks: connections.filter(isCarrier) };
  },
});

/** How trunks do, asked again while a screen shows it: soon where one does not work yet, else every few seconds. */
export const trunkStatesQuery = queryOptions({
  queryKey: [...connectionsKey, 'states'],
  queryFn: async ({ signal }): Promise<readonly ConnectionStatus[]> =>
    (await call(states, { signal })).states,
  refetchInterval: ({ state }) =>
    state.data?.every((trunk) => trunk.state === 'registered' || trunk.state === 'reachable') ? 4_000 : 1_000,
});

export type ConnectionValues = { name: string; settings: Record<string, unknown> };

export async function createConnection(vendor: string, values: ConnectionValues): Promise<Connection> {
  return (await call(create, { body: { vendor, ...values } })).connection;
}

/** Secrets that are left out stay as they are. */
export async function saveConnection(id: string, body: ConnectionValues): Promise<Connection> {
  return (await call(save, { params: { id }, body })).connection;
}

/** Asks the vendor for real: it may take some seconds. */
export async function testConnection(id: string): Promise<readonly PartTest[]> {
  return (await call(test, { params: { id } })).parts;
}

export async function removeConnection(id: string): Promise<void> {
  await call(remove, { params: { id } });
}
