import type { analyticsRoutes } from '@parley/contract/analytics';
import type { Metric } from '@parley/contract/metrics';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';

type Routes = typeof analyticsRoutes;

const dashboard = endpoint<Routes['dashboard']>('GET', '/analytics/dashboard');
const listCalls = endpoint<Routes['listCalls']>('GET', '/analytics/calls');
const overview = endpoint<Routes['overview']>('GET', '/analytics/overview');

/** Key of everything counted from calls: invalidating it refreshes cards, lists and charts. */
export const figuresKey = ['figures'] as const;

/** What figures are asked for. */
export type FigureFilters = {
  agent_id?: string;
  phone_number?: string;
  period?: 'today' | 'week' | 'month' | 'custom';
  from?: string;
  to?: string;
  time_zone: string;
  test_calls?: 'include' | 'exclude';
};

/** The ten figures. Those of the filters before stay on screen until the new ones are there. */
export const dashboardQuery = (filters: FigureFilters) =>
  queryOptions({
    queryKey: [...figuresKey, 'dashboard', filters],
    queryFn: ({ signal }) => call(dashboard, { query: filters, signal }),
    placeholderData: keepPreviousData,
  });

/** The calls counted in a metric, page after page. */
export const metricCallsQuery = (filters: FigureFilters, metric: Metric) =>
  infiniteQueryOptions({
    queryKey: [...figuresKey, 'calls', metric, filters],
    queryFn: ({ signal, pageParam }) =>
      call(listCalls, { query: { ...filters, metric, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ current_page: page, total_pages: pages }) => (page < pages ? page + 1 : undefined),
  });

/** Everything the analytics screen shows. */
export const overviewQuery = (filters: FigureFilters) =>
  queryOptions({
    queryKey: [...figuresKey, 'overview', filters],
    queryFn: ({ signal }) => call(overview, { query: filters, signal }),
    placeholderData: keepPreviousData,
  });
