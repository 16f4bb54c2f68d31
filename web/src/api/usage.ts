import type { analyticsRoutes } from '@parley/contract/analytics';
import { queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';

const overview = endpoint<(typeof analyticsRoutes)['overview']>('GET', '/analytics/overview');

/** What the workspace used this month, test calls included, in days of the user's time zone. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) =>
    call(overview, {
      query: {
        period: 'month',
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        test_calls: 'include',
      },
      signal,
    }),
});
