import type {
  Campaign,
  CampaignStatus,
  ContactState,
  campaignRoutes,
  TriedCall,
} from '@parley/contract/campaigns';
import { AppError } from '@parley/contract/errors';
import type { RouteRequest } from '@parley/contract/route';
import type { Upload } from '@parley/contract/uploads';
import { infiniteQueryOptions, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { campaignKey, campaignListKey, campaignsKey } from './campaign-keys.ts';
import { call, endpoint, errorOf } from './client.ts';

type Routes = typeof campaignRoutes;

const list = endpoint<Routes['list']>('GET', '/campaigns');
const overview = endpoint<Routes['overview']>('GET', '/campaigns/overview');
const create = endpoint<Routes['create']>('POST', '/campaigns/create-campaign');
const updateStatus = endpoint<Routes['updateStatus']>('PUT', '/campaigns/update-status');
const get = endpoint<Routes['get']>('GET', '/campaigns/{id}');
const save = endpoint<Routes['save']>('PUT', '/campaigns/{id}');
const remove = endpoint<Routes['remove']>('DELETE', '/campaigns/{id}');
const flightCheck = endpoint<Routes['flightCheck']>('GET', '/campaigns/{id}/flight-check');
const tryCalls = endpoint<Routes['tryCalls']>('POST', '/campaigns/{id}/simulated-calls');
const listContacts = endpoint<Routes['listContacts']>('GET', '/campaigns/{id}/contacts');
const getContact = endpoint<Routes['getContact']>('GET', '/campaigns/{id}/contacts/{contactId}');
const retry = endpoint<Routes['retryContacts']>('POST', '/campaigns/{id}/contacts/retry');
const removeContact = endpoint<Routes['removeContacts']>('POST', '/campaigns/{id}/contacts/remove');

export const campaignListQuery = queryOptions({
  queryKey: campaignListKey,
  queryFn: async ({ signal }) => (await call(list, { signal })).campaigns,
});

/** The four figures above the list (CAMP-1). Today is that of the given zone. */
export const campaignOverviewQuery = (timeZone: string | undefined) =>
  queryOptions({
    queryKey: [...campaignsKey, 'overview', timeZone],
    queryFn: ({ signal }) =>
      call(overview, { ...(timeZone !== undefined && { query: { time_zone: timeZone } }), signal }),
    enabled: timeZone !== undefined,
  });

export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: campaignKey(id),
    queryFn: async ({ signal }) => (await call(get, { params: { id }, signal })).campaign,
  });

/** What the campaign would do now. */
export const flightCheckQuery = (id: string) =>
  queryOptions({
    queryKey: [...campaignKey(id), 'check'],
    queryFn: ({ signal }) => call(flightCheck, { params: { id }, signal }),
  });

/** The simulated calls that were asked for since this tab was opened; the newest alone. */
export const triedCallsQuery = (id: string) =>
  queryOptions<TriedCall[]>({ queryKey: ['tried-calls', id], queryFn: skipToken, gcTime: Infinity });

/** Has a few calls tried, and keeps which they are. */
export async function tryCampaignCalls(cache: QueryClient, id: string): Promise<void> {
  const { calls } = await call(tryCalls, { params: { id } });
  cache.setQueryData(triedCallsQuery(id).queryKey, calls);
}

export type ContactFilter = { state?: ContactState; q?: string };

/** The people of a campaign, page by page. */
export const contactsQuery = (id: string, filter: ContactFilter) =>
  infiniteQueryOptions({
    queryKey: [...campaignKey(id), 'contacts', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) =>
      call(listContacts, {
        params: { id },
        query: { ...filter, ...(pageParam !== undefined && { after: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ next_after }) => next_after ?? undefined,
  });

/** One person with every attempt. */
export const contactQuery = (id: string, contactId: string) =>
  queryOptions({
    queryKey: [...campaignKey(id), 'contact', contactId],
    queryFn: ({ signal }) => call(getContact, { params: { id, contactId }, signal }),
  });

export async function createCampaign(body: RouteRequest<Routes['create']>['body']): Promise<Campaign> {
  return (await call(create, { body })).campaign;
}

export async function setCampaignStatus(id: string, status: CampaignStatus): Promise<Campaign> {
  return (await call(updateStatus, { body: { campaign_id: id, status } })).campaign;
}

export async function saveCampaign(
  id: string,
  body: RouteRequest<Routes['save']>['body'],
): Promise<Campaign> {
  return (await call(save, { params: { id }, body })).campaign;
}

export async function deleteCampaign(id: string): Promise<void> {
  await call(remove, { params: { id } });
}

/** Puts what the server answered about a campaign where the screens read it. */
export function keepCampaign(cache: QueryClient, campaign: Campaign): void {
  cache.setQueryData(campaignQuery(campaign.id).queryKey, campaign);
  cache.setQueryData(campaignListQuery.queryKey, (known) =>
    known?.map((each) => (each.id === campaign.id ? campaign : each)),
  );
}

/** Puts a new campaign on top of the list, if that is known. */
export function addCampaign(cache: QueryClient, campaign: Campaign): void {
  cache.setQueryData(campaignQuery(campaign.id).queryKey, campaign);
  cache.setQueryData(campaignListQuery.queryKey, (known) => known && [campaign, ...known]);
  void cache.invalidateQueries({ queryKey: campaignsKey });
}

/** Takes a deleted campaign out of the list. */
export function dropCampaign(cache: QueryClient, id: string): void {
  cache.setQueryData(campaignListQuery.queryKey, (known) => known?.filter((each) => each.id !== id));
  cache.removeQueries({ queryKey: campaignKey(id) });
}

type ContactChoice = RouteRequest<Routes['retryContacts']>['body'];

/** How many people are called once more. */
export async function retryContacts(id: string, choice: ContactChoice): Promise<number> {
  return (await call(retry, { params: { id }, body: choice })).contacts;
}

/** How many people were taken off. */
export async function removeContacts(id: string, choice: ContactChoice): Promise<number> {
  return (await call(removeContact, { params: { id }, body: choice })).contacts;
}

/** Path, below `/api/v1`, of all contacts as a file. */
export const contactsFilePath = (id: string): string => `/campaigns/${id}/contacts.csv`;
/** Path, below `/api/v1`, of the rows that were refused, with the reason of each. */
export const refusedRowsPath = (id: string): string => `/campaigns/${id}/refused-rows.csv`;

type UploadWatch = { signal: AbortSignal; onProgress: (sent: number) => void };

/**
 * Sends a list of contacts; resolves with its `secure_url`. `onProgress` hears how much was sent, from 0 to 1: fetch
 * tells nothing of that.
 * @throws AppError of the catalogue; `network` when no answer came.
 */
export function uploadContactFile(file: File, { signal, onProgress }: UploadWatch): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const request = new XMLHttpRequest();
  request.open('POST', '/api/v1/uploads');
  request.responseType = 'json';
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onload = () => {
    const answer: unknown = request.response;
    if (request.status >= 400) return reject(errorOf(request.status, answer));
    const url = (answer as Partial<Upload> | null)?.secure_url;
    if (url === undefined) return reject(AppError.of('unexpected'));
    onProgress(1);
    resolve(url);
  };
  request.onerror = () => reject(AppError.of('network'));
  request.onabort = () => reject(AppError.of('network'));
  signal.addEventListener('abort', () => request.abort(), { once: true });
  const form = new FormData();
  form.append('file', file);
  request.send(form);
  return promise;
}
