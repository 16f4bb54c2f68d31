import type { searchRoutes } from '@parley/contract/search';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';

const find = endpoint<(typeof searchRoutes)['find']>('GET', '/search');

/** Fewer letters find too much to be of use; the server refuses them. */
export const shortestSearch = 2;
const longestSearch = 100;

/** What has these words in its name or number. What was found before stays on screen meanwhile. */
export const searchQuery = (words: string) => {
  const q = words.trim().slice(0, longestSearch);
  return queryOptions({
    queryKey: ['search', q],
    queryFn: async ({ signal }) => (await call(find, { query: { q }, signal })).results,
    enabled: q.length >= shortestSearch,
    ...(q.length >= shortestSearch && { placeholderData: keepPreviousData }),
    staleTime: 30_000,
  });
};
