import type { RouteAnswer, RouteRequest } from '@parley/contract/route';
import type { Delivery, DeliveryState, Webhook, webhookRoutes } from '@parley/contract/webhooks';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';

type Routes = typeof webhookRoutes;
export type WebhookInput = RouteRequest<Routes['create']>['body'];
export type WebhookChanges = RouteRequest<Routes['save']>['body'];
export type WebhookEventTypes = RouteAnswer<Routes['list']>['eventTypes'];

const list = endpoint<Routes['list']>('GET', '/webhooks');
const create = endpoint<Routes['create']>('POST', '/webhooks');
const save = endpoint<Routes['save']>('PATCH', '/webhooks/{id}');
const remove = endpoint<Routes['remove']>('DELETE', '/webhooks/{id}');
const reveal = endpoint<Routes['revealSecret']>('POST', '/webhooks/{id}/reveal-secret');
const rotate = endpoint<Routes['rotateSecret']>('POST', '/webhooks/{id}/rotate-secret');
const test = endpoint<Routes['test']>('POST', '/webhooks/{id}/test');
const listDeliveries = endpoint<Routes['listDeliveries']>('GET', '/webhooks/{id}/deliveries');
const replayAll = endpoint<Routes['replayFailed']>('POST', '/webhooks/{id}/replay-failed');
const getDelivery = endpoint<Routes['getDelivery']>('GET', '/webhook-deliveries/{id}');
const replay = endpoint<Routes['replay']>('POST', '/webhook-deliveries/{id}/replay');

/** Key of everything about webhooks: invalidating it refreshes the list and the deliveries. */
export const webhooksKey = ['webhooks'] as const;

/** How often what is on its way is looked at again, in ms. */
const lookAgainMs = 2_000;

export const webhookListQuery = queryOptions({
  queryKey: [...webhooksKey, 'list'],
  queryFn: ({ signal }) => call(list, { signal }),
  refetchInterval: (query) =>
    query.state.data?.webhooks.some(({ lastDelivery }) => isJustWaiting(lastDelivery)) === true
      ? lookAgainMs
      : false,
});

/** Deliveries of a webhook by the page; looked at again while some are being sent right now. */
export const deliveriesQuery = (id: string, state: DeliveryState | undefined) =>
  infiniteQueryOptions({
    queryKey: [...webhooksKey, 'deliveries', id, state ?? 'all'],
    queryFn: ({ signal, pageParam }) =>
      call(listDeliveries, { params: { id }, query: { state, before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextBefore ?? undefined,
    refetchInterval: (query) =>
      query.state.data?.pages[0]?.deliveries.some(isDueNow) === true ? lookAgainMs : false,
  });

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhooksKey, 'delivery', id],
    queryFn: async ({ signal }) => (await call(getDelivery, { params: { id }, signal })).delivery,
    refetchInterval: (query) => (query.state.data && isDueNow(query.state.data) ? lookAgainMs : false),
  });

/** An event of this minute that has not arrived: it will have in a moment, or something is wrong. */
function isJustWaiting(last: Webhook['lastDelivery']): boolean {
  return last?.state === 'waiting' && Date.now() - Date.parse(last.at) < 60_000;
}

/** On its way, or about to be: not one that waits for its next try in an hour. */
function isDueNow({ state, nextAttemptAt }: Delivery): boolean {
  return state === 'waiting' && nextAttemptAt !== null && Date.parse(nextAttemptAt) < Date.now() + 10_000;
}

export async function createWebhook(body: WebhookInput): Promise<{ webhook: Webhook; secret: string }> {
  return await call(create, { body });
}

export async function saveWebhook(id: string, body: WebhookChanges): Promise<Webhook> {
  return (await call(save, { params: { id }, body })).webhook;
}

export async function deleteWebhook(id: string): Promise<void> {
  await call(remove, { params: { id } });
}

export async function revealSecret(id: string): Promise<string> {
  return (await call(reveal, { params: { id } })).secret;
}

export async function rotateSecret(id: string): Promise<string> {
  return (await call(rotate, { params: { id } })).secret;
}

export async function sendTestEvent(id: string): Promise<Delivery> {
  return (await call(test, { params: { id } })).delivery;
}

/** Sends every failed delivery since the moment (ISO 8601) again. Returns how many. */
export async function replayFailed(id: string, since: string): Promise<number> {
  return (await call(replayAll, { params: { id }, body: { since } })).count;
}

export async function replayDelivery(id: string): Promise<Delivery> {
  return (await call(replay, { params: { id } })).delivery;
}
