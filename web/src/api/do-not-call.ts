import type { CallingRules } from '@parley/contract/campaign-rules';
import type { doNotCallRoutes } from '@parley/contract/do-not-call';
import type { RouteAnswer } from '@parley/contract/route';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { doNotCallKey } from './campaign-keys.ts';
import { call, endpoint } from './client.ts';

type Routes = typeof doNotCallRoutes;

const list = endpoint<Routes['list']>('GET', '/do-not-call');
const add = endpoint<Routes['add']>('POST', '/do-not-call');
const importFile = endpoint<Routes['importFile']>('POST', '/do-not-call/import');
const remove = endpoint<Routes['remove']>('DELETE', '/do-not-call/{id}');
const getRules = endpoint<Routes['getRules']>('GET', '/calling-rules');
const saveRules = endpoint<Routes['saveRules']>('PUT', '/calling-rules');

/** The numbers that no campaign calls, newest first, page by page. */
export const doNotCallQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...doNotCallKey, q],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) =>
      call(list, {
        query: { ...(q !== '' && { q }), ...(pageParam !== undefined && { after: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ next_after }) => next_after ?? undefined,
  });

export async function addDoNotCall(phones: string[], note: string): Promise<RouteAnswer<Routes['add']>> {
  return await call(add, { body: { phones, note } });
}

/** Puts the numbers of an uploaded file on the list. */
export async function importDoNotCall(
  csvUrl: string,
  note: string,
): Promise<RouteAnswer<Routes['importFile']>> {
  return await call(importFile, { body: { csv_url: csvUrl, note } });
}

export async function removeDoNotCall(id: string): Promise<void> {
  await call(remove, { params: { id } });
}

/** What holds for every campaign. */
export const callingRulesQuery = queryOptions({
  queryKey: ['calling-rules'],
  queryFn: async ({ signal }): Promise<CallingRules> => (await call(getRules, { signal })).rules,
});

export async function saveCallingRules(rules: Partial<CallingRules>): Promise<CallingRules> {
  return (await call(saveRules, { body: rules })).rules;
}

/** Path, below `/api/v1`, of the whole list as a file. */
export const doNotCallFilePath = '/do-not-call.csv';
