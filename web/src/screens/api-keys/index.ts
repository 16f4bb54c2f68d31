import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../parents.ts';

export const apiKeyScreenRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'api-keys',
    component: lazyRouteComponent(() => import('./api-keys-screen.tsx'), 'ApiKeysScreen'),
  }),
] as const;
