import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readFigureSearch } from '../../components/figures/figure-search.ts';
import { appRoute } from '../parents.ts';

export const analyticsScreenRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'analytics',
    validateSearch: readFigureSearch,
    component: lazyRouteComponent(() => import('./analytics-screen.tsx'), 'AnalyticsScreen'),
  }),
] as const;
