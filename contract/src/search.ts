import { z } from 'zod';
import { route } from './route.ts';

/** Kinds of things the search finds, in the order they are shown. */
export const SearchKind = z.enum(['agent', 'campaign', 'number', 'call']);
export type SearchKind = z.output<typeof SearchKind>;

export const SearchResult = z.object({
  kind: SearchKind,
  id: z.string(),
  /** Its name; of numbers and calls the number in E.164. */
  title: z.string(),
  /** What tells it from others of the same name; may be empty. */
  detail: z.string(),
  /** ISO 8601; of calls. */
  at: z.string().nullable(),
});
export type SearchResult = z.output<typeof SearchResult>;

export const searchRoutes = {
  find: route({
    method: 'GET',
    path: '/search',
    summary:
      'Finds agents by name, numbers and calls by digits, and the latest calls of an agent by its name.',
    tag: 'Search',
    access: 'signed-in',
    query: z.object({ q: z.string().trim().min(2, 'Type at least 2 characters.').max(100) }),
    status: 200,
    answer: z.object({ results: z.array(SearchResult) }),
    perMinute: 240,
  }),
};
