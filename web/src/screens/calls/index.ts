import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../parents.ts';

/** The page of the log, the campaign whose calls it shows, and the call whose details are open: all in the address. */
export type CallLogSearch = { page?: number; campaign?: string; call?: string };

export const callsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'call-history',
    validateSearch: (search: Record<string, unknown>): CallLogSearch => {
      const page = Number(search['page']);
      return {
        ...(Number.isInteger(page) && page > 1 && { page }),
        ...(typeof search['campaign'] === 'string' &&
          /^cmp_\w{1,40}$/.test(search['campaign']) && { campaign: search['campaign'] }),
        ...(typeof search['call'] === 'string' && search['call'] !== '' && { call: search['call'] }),
      };
    },
    component: lazyRouteComponent(() => import('./call-logs-screen.tsx'), 'CallLogsScreen'),
  }),
] as const;
