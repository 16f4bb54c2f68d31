import type { callRoutes } from '@parley/contract/calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';

type Routes = typeof callRoutes;

const listLogs = endpoint<Routes['listLogs']>('GET', '/call-logs');
const get = endpoint<Routes['get']>('GET', '/calls/{id}');
const testCall = endpoint<Routes['testCall']>('POST', '/agent/test-call');
const hangUp = endpoint<Routes['hangUp']>('POST', '/calls/{id}/hang-up');

/** Calls on one page of the log (CALLS-5). */
export const callLogPageSize = 10;

export const callLogsKey = ['call-logs'] as const;
export const callKey = (id: string) => ['call', id] as const;

/**
 * One page of the call log, or of the calls of one campaign, read anew at each step to it (CALLS-5). The page before stays
 * on screen meanwhile.
 */
export const callLogQuery = (page: number, campaignId?: string) =>
  queryOptions({
    queryKey: [...callLogsKey, page, campaignId],
    queryFn: ({ signal }) =>
      call(listLogs, {
        query: {
          page,
          page_size: callLogPageSize,
          ...(campaignId !== undefined && { campaign_id: campaignId }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const callQuery = (id: string) =>
  queryOptions({
    queryKey: callKey(id),
    queryFn: async ({ signal }) => (await call(get, { params: { id }, signal })).call,
  });

/** Rings `toNumber` and connects it with the agent; answers the id of the call. */
export async function placeTestCall(agentId: string, toNumber: string): Promise<string> {
  return (await call(testCall, { body: { agent_id: agentId, to_number: toNumber } })).call_id;
}

export async function hangUpCall(id: string): Promise<void> {
  await call(hangUp, { params: { id } });
}
