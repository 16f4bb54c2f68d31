import type { KnowledgeBase, knowledgeRoutes } from '@parley/contract/knowledge';
import type { RouteAnswer, RouteRequest } from '@parley/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';
import { upload } from './upload.ts';

type Routes = typeof knowledgeRoutes;
export type KnowledgeBaseInput = RouteRequest<Routes['create']>['body'];
export type KnowledgeItemInput = RouteRequest<Routes['addItem']>['body'];
/** What a question found, and how. */
export type KnowledgeFound = RouteAnswer<Routes['search']>;
export type KnowledgeText = RouteRequest<Routes['saveItem']>['body'];

const list = endpoint<Routes['list']>('GET', '/knowledge-base');
const create = endpoint<Routes['create']>('POST', '/knowledge-base');
const get = endpoint<Routes['get']>('GET', '/knowledge-base/{id}');
const addFile = endpoint<Routes['addFile']>('POST', '/knowledge-base/{id}/files');
const saveFile = endpoint<Routes['saveFile']>('PUT', '/knowledge-base/{id}/items/{itemId}/file');
const setWeekly = endpoint<Routes['setWeekly']>('PATCH', '/knowledge-base/{id}/items/{itemId}');
const save = endpoint<Routes['save']>('PATCH', '/knowledge-base/{id}');
const remove = endpoint<Routes['remove']>('DELETE', '/knowledge-base/{id}');
const addItem = endpoint<Routes['addItem']>('POST', '/knowledge-base/{id}/items');
const saveItem = endpoint<Routes['saveItem']>('PUT', '/knowledge-base/{id}/items/{itemId}');
const removeItem = endpoint<Routes['removeItem']>('DELETE', '/knowledge-base/{id}/items/{itemId}');
const refreshItem = endpoint<Routes['refreshItem']>('POST', '/knowledge-base/{id}/items/{itemId}/refresh');
const search = endpoint<Routes['search']>('GET', '/knowledge-base/{id}/search');

/** Key of everything about knowledge bases: the live event of a change refreshes it. */
export const knowledgeKey = ['knowledge'] as const;

/** All knowledge bases; of their texts, only how they begin. */
export const knowledgeListQuery = queryOptions({
  queryKey: [...knowledgeKey, 'list'],
  queryFn: async ({ signal }): Promise<KnowledgeBase[]> => (await call(list, { signal })).data,
});

/** One knowledge base with its whole texts. */
export const knowledgeBaseQuery = (id: string) =>
  queryOptions({
    queryKey: [...knowledgeKey, 'one', id],
    queryFn: async ({ signal }): Promise<KnowledgeBase> => (await call(get, { params: { id }, signal })).data,
  });

/** What a question finds in a knowledge base, best first. */
export const knowledgeSearchQuery = (id: string, q: string) =>
  queryOptions({
    queryKey: [...knowledgeKey, 'search', id, q],
    queryFn: ({ signal }): Promise<KnowledgeFound> => call(search, { params: { id }, query: { q }, signal }),
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

/** Has a web page read again every week, or no longer. */
export async function setPageWeekly(id: string, itemId: string, weekly: boolean): Promise<void> {
  await call(setWeekly, { params: { id, itemId }, body: { weekly } });
}

/** Sends a file into a knowledge base, or in the place of one that is there. */
export async function sendKnowledgeFile(given: {
  baseId: string;
  itemId?: string;
  file: File;
  onProgress?: (share: number) => void;
}): Promise<void> {
  const { baseId, itemId, ...rest } = given;
  if (itemId === undefined) await upload(addFile, { params: { id: baseId }, ...rest });
  else await upload(saveFile, { params: { id: baseId, itemId }, ...rest });
}
