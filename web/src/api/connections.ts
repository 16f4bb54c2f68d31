import type { Connection, connectionRoutes, PartTest, Vendor } from '@parley/contract/connections';
import { queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';

type Routes = typeof connectionRoutes;

const listVendors = endpoint<Routes['listVendors']>('GET', '/vendors');
const list = endpoint<Routes['list']>('GET', '/connections');
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
