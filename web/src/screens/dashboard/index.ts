import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../parents.ts';

export const dashboardRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'dashboard',
    component: lazyRouteComponent(() => import('./dashboard-screen.tsx'), 'DashboardScreen'),
  }),
] as const;
