import type {
  Integration,
  IntegrationChoice,
  IntegrationSettings,
  integrationRoutes,
} from '@parley/contract/integrations';
import { queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';

type Routes = typeof integrationRoutes;

const list = endpoint<Routes['list']>('GET', '/integrations/fetch-integration');
const getSettings = endpoint<Routes['getSettings']>('GET', '/integrations/{id}/settings');
const save = endpoint<Routes['saveSettings']>('PUT', '/integrations/{id}/settings');
const putClient = endpoint<Routes['saveClient']>('PUT', '/integrations/client');
const deleteClient = endpoint<Routes['removeClient']>('POST', '/integrations/client/remove');
const paste = endpoint<Routes['paste']>('POST', '/integrations/paste');
const remove = endpoint<Routes['remove']>('POST', '/auth-master/{provider}/{service}/remove');

/** Key of everything about integrations. */
export const integrationsKey = ['integrations'] as const;

export const integrationListQuery = queryOptions({
  queryKey: [...integrationsKey, 'list'],
  queryFn: ({ signal }): Promise<Integration[]> => call(list, { signal }),
});

/** The settings of a connection, with what its account offers to choose from: the vendor is asked. */
export const integrationSettingsQuery = (id: string) =>
  queryOptions({
    queryKey: [...integrationsKey, 'settings', id],
    queryFn: ({ signal }): Promise<{ settings: IntegrationSettings; choices: IntegrationChoice[] }> =>
      call(getSettings, { params: { id }, signal }),
    // The vendor was asked to hurry already: the user decides about another try.
    retry: false,
  });

export async function saveIntegrationSettings(id: string, body: IntegrationSettings): Promise<void> {
  await call(save, { params: { id }, body });
}

export async function saveIntegrationClient(body: {
  integration_name: string;
  client_id: string;
  client_secret: string;
}): Promise<void> {
  await call(putClient, { body });
}

export async function removeIntegrationClient(integrationName: string): Promise<void> {
  await call(deleteClient, { body: { integration_name: integrationName } });
}

/** Connects by a pasted address. */
export async function pasteIntegration(integrationName: string, value: string): Promise<void> {
  await call(paste, { body: { integration_name: integrationName, value } });
}

/** `path` as the list tells it: `/auth-master/<provider>/<service>/remove`. */
export async function removeIntegration(path: string): Promise<void> {
  const [, , provider = '', service = ''] = path.split('/');
  await call(remove, { params: { provider, service } });
}
