import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../parents.ts';

export const providerScreenRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'providers',
    component: lazyRouteComponent(() => import('./providers-screen.tsx'), 'ProvidersScreen'),
  }),
] as const;
