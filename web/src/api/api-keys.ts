import type { ApiKey, apiKeyRoutes } from '@parley/contract/api-keys';
import type { RouteAnswer, RouteRequest } from '@parley/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';

type Routes = typeof apiKeyRoutes;
export type ApiKeyAreas = RouteAnswer<Routes['list']>['areas'];
export type NewApiKey = RouteRequest<Routes['create']>['body'];

const list = endpoint<Routes['list']>('GET', '/api-keys');
const create = endpoint<Routes['create']>('POST', '/api-keys');
const save = endpoint<Routes['save']>('PATCH', '/api-keys/{id}');
const revoke = endpoint<Routes['revoke']>('DELETE', '/api-keys/{id}');

export const apiKeysKey = ['api-keys'] as const;

export const apiKeyListQuery = queryOptions({
  queryKey: apiKeysKey,
  queryFn: ({ signal }) => call(list, { signal }),
});

/** Makes a key. The answer holds the key itself, this once. */
export async function createApiKey(body: NewApiKey): Promise<{ apiKey: ApiKey; secret: string }> {
  return await call(create, { body });
}

export async function saveApiKey(id: string, body: { name: string; scopes: string[] }): Promise<ApiKey> {
  return (await call(save, { params: { id }, body })).apiKey;
}

export async function revokeApiKey(id: string): Promise<ApiKey> {
  return (await call(revoke, { params: { id } })).apiKey;
}
