import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../parents.ts';

/** The part of the screen that is open, in the address. */
export type TeamSearch = { view?: 'activity' };

export const teamRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'team',
    validateSearch: (search: Record<string, unknown>): TeamSearch =>
      search['view'] === 'activity' ? { view: 'activity' } : {},
    component: lazyRouteComponent(() => import('./team-screen.tsx'), 'TeamScreen'),
  }),
] as const;
