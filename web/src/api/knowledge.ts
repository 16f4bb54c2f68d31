import type { KnowledgeBase, knowledgeRoutes, PassageHit } from '@parley/contract/knowledge';
import type { RouteRequest } from '@parley/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';

type Routes = typeof knowledgeRoutes;
export type KnowledgeBaseInput = RouteRequest<Routes['create']>['body'];
export type KnowledgeItemInput = RouteRequest<Routes['addItem']>['body'];
export type KnowledgeText = RouteRequest<Routes['saveItem']>['body'];

const list = endpoint<Routes['list']>('GET', '/knowledge-base');
const create = endpoint<Routes['create']>('POST', '/knowledge-base');
const save = endpoint<Routes['save']>('PATCH', '/knowledge-base/{id}');
const remove = endpoint<Routes['remove']>('DELETE', '/knowledge-base/{id}');
const addItem = endpoint<Routes['addItem']>('POST', '/knowledge-base/{id}/items');
const saveItem = endpoint<Routes['saveItem']>('PUT', '/knowledge-base/{id}/items/{itemId}');
const removeItem = endpoint<Routes['removeItem']>('DELETE', '/knowledge-base/{id}/items/{itemId}');
const refreshItem = endpoint<Routes['refreshItem']>('POST', '/knowledge-base/{id}/items/{itemId}/refresh');
const search = endpoint<Routes['search']>('GET', '/knowledge-base/{id}/search');

/** Key of everything about knowledge bases: the live event of a change refreshes it. */
export const knowledgeKey = ['knowledge'] as const;

export const knowledgeListQuery = queryOptions({
  queryKey: [...knowledgeKey, 'list'],
  queryFn: async ({ signal }): Promise<KnowledgeBase[]> => (await call(list, { signal })).data,
});

/** What a question finds in a knowledge base, best first. */
export const knowledgeSearchQuery = (id: string, q: string) =>
  queryOptions({
    queryKey: [...knowledgeKey, 'search', id, q],
    queryFn: async ({ signal }): Promise<PassageHit[]> =>
      (await call(search, { params: { id }, query: { q }, signal })).passages,
    enabled: q !== '',
  });

export async function createKnowledgeBase(body: KnowledgeBaseInput): Promise<KnowledgeBase> {
  return (await call(create, { body })).data;
}

export async function renameKnowledgeBase(id: string, name: string): Promise<KnowledgeBase> {
  return (await call(save, { params: { id }, body: { name } })).data;
}

export async function deleteKnowledgeBase(id: string): Promise<void> {
  await call(remove, { params: { id } });
}

export async function addKnowledgeItem(id: string, body: KnowledgeItemInput): Promise<KnowledgeBase> {
  return (await call(addItem, { params: { id }, body })).data;
}

export async function saveKnowledgeText(
  id: string,
  itemId: string,
  body: KnowledgeText,
): Promise<KnowledgeBase> {
  return (await call(saveItem, { params: { id, itemId }, body })).data;
}

export async function removeKnowledgeItem(id: string, itemId: string): Promise<KnowledgeBase> {
  return (await call(removeItem, { params: { id, itemId } })).data;
}

/** Has a web page read again; its progress comes by the live feed. */
export async function refreshKnowledgeItem(id: string, itemId: string): Promise<KnowledgeBase> {
  return (await call(refreshItem, { params: { id, itemId } })).data;
}
