import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { type FigureSearch, readFigureSearch } from '../../components/figures/figure-search.ts';
import { appRoute } from '../parents.ts';

/**
 * The filters, and the metric whose calls are open: all in the address. Whether there is such a metric the screen says:
 * their definitions stay out of every first load.
 */
export type DashboardSearch = FigureSearch & { metric?: string };

export const dashboardRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'dashboard',
    validateSearch: (search: Record<string, unknown>): DashboardSearch => {
      const { metric } = search;
      return {
        ...readFigureSearch(search),
        ...(typeof metric === 'string' && { metric }),
      };
    },
    component: lazyRouteComponent(() => import('./dashboard-screen.tsx'), 'DashboardScreen'),
  }),
] as const;
