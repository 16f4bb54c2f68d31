import type { numberRoutes } from '@parley/contract/numbers';
import { queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';

const list = endpoint<(typeof numberRoutes)['list']>('GET', '/phone-numbers');

/** All phone numbers of the workspace. */
export const numberListQuery = queryOptions({
  queryKey: ['numbers'],
  queryFn: async ({ signal }) => (await call(list, { signal })).data,
});
