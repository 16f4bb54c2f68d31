import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../parents.ts';

/** The page of the log and the call whose details are open, both in the address. */
export type CallLogSearch = { page?: number; call?: string };

export const callsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'call-history',
    validateSearch: (search: Record<string, unknown>): CallLogSearch => {
      const page = Number(search['page']);
      return {
        ...(Number.isInteger(page) && page > 1 && { page }),
        ...(typeof search['call'] === 'string' && search['call'] !== '' && { call: search['call'] }),
      };
    },
    component: lazyRouteComponent(() => import('./call-logs-screen.tsx'), 'CallLogsScreen'),
  }),
] as const;
