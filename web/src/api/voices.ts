import type { voiceRoutes } from '@parley/contract/voices';
import { queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';

type Routes = typeof voiceRoutes;

const list = endpoint<Routes['list']>('GET', '/voice-profiles');

/** Every voice an agent can be given. */
export const voicesQuery = queryOptions({
  queryKey: ['voices'],
  queryFn: ({ signal }) => call(list, { signal }),
});
